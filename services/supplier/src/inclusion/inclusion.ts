import { AppError } from '@qsc/service-kit/pure';

/** What a supplier can be read with (specification, "Suppliers"). */
export const INCLUSIONS = ['components', 'certificates', 'quality_events', 'metrics'] as const;

export type Inclusion = (typeof INCLUSIONS)[number];

/** The refusal where the owner of an inclusion is away: it names the inclusion, since the rest could still be read. */
const withoutOwner = (inclusion: Inclusion, cause?: unknown): AppError =>
  new AppError('service_unavailable', `"${inclusion}" cannot be had now. Ask without it, or try again.`, {
    details: { include: inclusion },
    retryAfter: 1,
    cause,
  });

/** The error as the reader of a supplier gets it. */
export const asInclusionError = (inclusion: Inclusion, error: unknown): unknown =>
  error instanceof AppError && error.code === 'service_unavailable' ? withoutOwner(inclusion, error) : error;
