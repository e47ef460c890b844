import { retryAfterMs } from '@qsc/service-kit/pure';
import { headerOf, type RemoteAnswer } from './remote.ts';

/**
 * How long an answer asks to leave the partner alone, in milliseconds and a day at most; a date counts by the partner's own
 * clock. Null where it asks for nothing that can be followed.
 */
export const askedWaitMs = ({ headers }: Pick<RemoteAnswer, 'headers'>): number | null =>
  retryAfterMs(headerOf(headers, 'retry-after'), Date.parse(headerOf(headers, 'date') ?? ''));
