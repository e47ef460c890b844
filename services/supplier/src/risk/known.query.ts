import type { ListSuppliedItemsResponse__Output } from '@qsc/contracts/grpc/entity/v1/ListSuppliedItemsResponse';
import type { GrpcClient } from '@qsc/service-kit';
import type { Standing } from '../supplier/metric.query.ts';
import type { Known } from './baseline.ts';

type Parts = {
  standing: (orgId: string, supplierId: string) => Promise<Standing>;
  entity: Pick<GrpcClient, 'call'>;
};

const knownOf = (standing: Standing): Omit<Known, 'sourcing'> => {
  const { active_certificates: active, expiring_certificates: expiring, expired_certificates: expired } = standing;
  return {
    open_deviations: standing.open_deviations,
    critical_deviations: standing.critical_deviations,
    on_time_delivery_rate: standing.on_time_delivery_rate,
    certificates: active + expired === 0 ? null : { active, expiring, expired },
  };
};

/** Reads what the mesh knows of a supplier: the read model and its relationships. Throws `not_found`. */
export const makeKnownOf =
  ({ standing, entity }: Parts) =>
  async (org_id: string, supplier_id: string): Promise<Known> => {
    const asked = { org_id, supplier_id };
    const [known, { items }] = await Promise.all([
      standing(org_id, supplier_id),
      entity.call<object, ListSuppliedItemsResponse__Output>('ListSuppliedItems', asked),
    ]);
    const told = items
      .map(
        ({ relationship_attributes_json: json }) => (JSON.parse(json) as Record<string, unknown>).is_primary_supplier,
      )
      .filter((flag) => typeof flag === 'boolean');
    const sourcing = told.length === 0 ? null : { told: told.length, primary: told.filter(Boolean).length };
    return { ...knownOf(known), sourcing };
  };
