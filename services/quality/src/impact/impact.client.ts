import type { Batches__Output } from '@qsc/contracts/grpc/certificate/v1/Batches';
import type { Neighbours__Output } from '@qsc/contracts/grpc/entity/v1/Neighbours';
import type { GrpcClient } from '@qsc/service-kit';
import type { CertifiedBatch } from './affected-batch.ts';
import type { Level } from './graph.ts';
import { COUNTRY_ATTRIBUTES } from './jurisdiction.ts';
import { MARKET_ATTRIBUTES } from './regulatory-impact.ts';

type Reading = {
  isFirst: boolean;
  /** Called with each entity and the number of characters of its attributes before it is stored; may throw. */
  take: (id: string, characters: number) => void;
};

/** Reads one level of a walk in one call. Throws `service_unavailable` where the entity service is away, and what `take` throws. */
export type ReadLevel = (orgId: string, ids: readonly string[], reading: Reading) => Promise<Level>;

/** The batches of the certificates of some components or products, and of some suppliers. */
export type ReadBatches = (
  orgId: string,
  of: { componentIds: readonly string[]; supplierIds: readonly string[] },
) => Promise<CertifiedBatch[]>;

/** A level of many thousands takes longer than a call usually may. */
const LEVEL_MS = 20_000;

const WALKED_TYPES = ['supplier', 'component', 'product'];
const ATTRIBUTES = ['batches', ...COUNTRY_ATTRIBUTES, ...MARKET_ATTRIBUTES];

/** Reads from the entity service. The first level includes the requested entities. */
export const makeReadLevel =
  (entity: Pick<GrpcClient, 'stream'>): ReadLevel =>
  async (org_id, ids, { isFirst, take }) => {
    const request = { org_id, ids, types: WALKED_TYPES, attributes: ATTRIBUTES, include_asked: isFirst };
    const level: Level = { entities: [], links: [] };
    for await (const part of entity.stream<object, Neighbours__Output>('ListNeighbours', request, LEVEL_MS)) {
      for (const { attributes_json, ...linked } of part.entities) {
        take(linked.id, attributes_json.length);
        level.entities.push({ ...linked, attributes: JSON.parse(attributes_json) as Record<string, unknown> });
      }
      for (const link of part.links) level.links.push(link);
    }
    return level;
  };

/** Reads from the certificate service. */
export const makeReadBatches =
  (certificate: Pick<GrpcClient, 'stream'>): ReadBatches =>
  async (org_id, { componentIds: component_ids, supplierIds: supplier_ids }) => {
    if (component_ids.length + supplier_ids.length === 0) return [];
    const request = { org_id, component_ids, supplier_ids };
    const batches: CertifiedBatch[] = [];
    for await (const part of certificate.stream<object, Batches__Output>('ListBatches', request, LEVEL_MS))
      for (const { batch_number, component_id } of part.batches)
        batches.push({ batch_number, component_id: component_id ?? null });
    return batches;
  };
