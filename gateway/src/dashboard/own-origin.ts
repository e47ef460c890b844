import { AppError } from '@qsc/service-kit/edge';
import type { Request } from 'express';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const refused = (reason: string, message: string): AppError =>
  new AppError('forbidden', message, { details: { reason } });

/** Throws `forbidden` unless the browser says that a page of this origin sends the request (Fetch Metadata). */
export const requireOwnOrigin = ({ headers }: Pick<Request, 'headers'>): void => {
  if (headers['sec-fetch-site'] !== 'same-origin')
    throw refused(
      'other_origin',
      'A dashboard session is used by pages of this origin alone. Use an API key elsewhere.',
    );
};

/** Throws `forbidden` without the header that no form and no other origin can send. */
export const requireDashboardHeader = ({ headers }: Pick<Request, 'headers'>): void => {
  if (headers['x-qsc-dashboard'] !== '1')
    throw refused('dashboard_header_required', 'Send the header X-QSC-Dashboard: 1.');
};

/** What a request with the cookie has to show (decisions §3): its origin, and for a write the header of the dashboard too. */
export const requireDashboardRequest = (request: Pick<Request, 'method' | 'headers'>): void => {
  requireOwnOrigin(request);
  if (!READS.has(request.method)) requireDashboardHeader(request);
};

/** Whether the request follows a person's input; what the dashboard asks by itself says that it does not. */
export const isActive = ({ headers }: Pick<Request, 'headers'>): boolean => headers['x-qsc-background'] !== '1';
