import type { ListSuppliedItemsResponse__Output } from '@qsc/contracts/grpc/entity/v1/ListSuppliedItemsResponse';
import type { GrpcClient } from '@qsc/service-kit';
import type { SupplierFigures } from '../supplier/metric.query.ts';
import type { Known } from './baseline.ts';

type Parts = {
  readFigures: (orgId: string, supplierId: string) => Promise<SupplierFigures>;
  entity: Pick<GrpcClient, 'call'>;
};

const toKnown = (figures: SupplierFigures): Omit<Known, 'sourcing'> => {
  const { active_certificates: active, expiring_certificates: expiring, expired_certificates: expired } = figures;
  return {
    open_deviations: figures.open_deviations,
    critical_deviations: figures.critical_deviations,
    on_time_delivery_rate: figures.on_time_delivery_rate,
    certificates: active + expired === 0 ? null : { active, expiring, expired },
  };
};

/** Reads what is known of a supplier, from the read model and its relationships. Throws `not_found`. */
export const makeReadKnown =
  ({ readFigures, entity }: Parts) =>
  async (org_id: string, supplier_id: string): Promise<Known> => {
    const request = { org_id, supplier_id };
    const [figures, { items }] = await Promise.all([
      readFigures(org_id, supplier_id),
      entity.call<object, ListSuppliedItemsResponse__Output>('ListSuppliedItems', request),
    ]);
    const flags = items
      .map(
        ({ relationship_attributes_json: json }) => (JSON.parse(json) as Record<string, unknown>).is_primary_supplier,
      )
      .filter((flag) => typeof flag === 'boolean');
    const sourcing = flags.length === 0 ? null : { reported: flags.length, primary: flags.filter(Boolean).length };
    return { ...toKnown(figures), sourcing };
  };
