import { AppError } from '@qsc/service-kit/pure';

/** The inclusions of a supplier (specification, "Suppliers"). */
export const INCLUSIONS = ['components', 'certificates', 'quality_events', 'metrics'] as const;

export type Inclusion = (typeof INCLUSIONS)[number];

/**
 * The error of an inclusion whose service is not reachable. It names the inclusion, since the supplier can be read without it.
 */
const withoutOwner = (inclusion: Inclusion, cause?: unknown): AppError =>
  new AppError('service_unavailable', `"${inclusion}" is not available now. Leave it out, or try again.`, {
    details: { include: inclusion },
    retryAfter: 1,
    cause,
  });

/** The error that a read of a supplier throws. */
export const asInclusionError = (inclusion: Inclusion, error: unknown): unknown =>
  error instanceof AppError && error.code === 'service_unavailable' ? withoutOwner(inclusion, error) : error;
