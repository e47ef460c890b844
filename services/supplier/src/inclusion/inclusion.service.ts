import type { SupplierQualityEvent } from '../quality-event/quality-event.schemas.ts';
import type { ComponentItem } from '../supplied-item/supplied-item.ts';
import type { Metrics } from '../supplier/metric.query.ts';
import type { SupplierCertificate } from '../supplier-certificate/supplier-certificate.schemas.ts';
import { asInclusionError, type Inclusion } from './inclusion.ts';

/** The value of each inclusion. */
export type Inclusions = {
  components: ComponentItem[];
  certificates: SupplierCertificate[];
  quality_events: SupplierQualityEvent[];
  metrics: Metrics;
};

/** The source of each inclusion. */
export type InclusionSources = {
  [Name in Inclusion]: (orgId: string, supplierId: string) => Promise<Inclusions[Name]>;
};

export type ReadInclusions = (
  requested: readonly Inclusion[],
  orgId: string,
  supplierId: string,
) => Promise<Partial<Inclusions>>;

/**
 * Reads the requested inclusions of a supplier: every source concurrently, each once. Throws `service_unavailable` that names
 * the inclusion whose service is not reachable.
 */
export const makeReadInclusions =
  (sources: InclusionSources): ReadInclusions =>
  async (requested, orgId, supplierId) => {
    const read = async (name: Inclusion): Promise<[Inclusion, unknown]> => {
      try {
        return [name, await sources[name](orgId, supplierId)];
      } catch (error) {
        throw asInclusionError(name, error);
      }
    };
    return Object.fromEntries(await Promise.all([...new Set(requested)].map(read)));
  };
