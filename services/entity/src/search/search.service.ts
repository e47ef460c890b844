import { type Actor, roleAllows, type Scope } from '@qsc/contracts';
import type { Hits__Output } from '@qsc/contracts/grpc/search/v1/Hits';
import type { SearchRequest } from '@qsc/contracts/grpc/search/v1/SearchRequest';
import {
  bestHits,
  type GrpcClient,
  type Hit,
  type MeshMember,
  makeGrpcClient,
  type Search,
  searchDefinition,
  searchIn,
} from '@qsc/service-kit';
import type { EntityCollection } from '../entity/entity.store.ts';
import { shownCode } from '../entity/search-text.ts';
import { currentState } from '../entity/state-guard.ts';

/** One question to all kinds of record that the caller may read. Throws `service_unavailable` where one of their services is away. */
export type SearchService = { search(query: string, actor: Actor): Promise<Hit[]> };

type Client = Pick<GrpcClient, 'call'>;

/** The client of a service whose records are searched, at an address. */
export const makeSearchClient = (address: string, name: string, mesh: MeshMember): GrpcClient =>
  makeGrpcClient({ address, name, definition: searchDefinition() }, mesh);

const makeSearch =
  (client: Client): Search =>
  async (org_id, query) => {
    const { hits } = await client.call<SearchRequest, Hits__Output>('Search', { org_id, query });
    return hits.map(({ subtitle = null, status = null, ...hit }) => ({ ...hit, subtitle, status }));
  };

const getStatus = (type: string, attributes: Record<string, unknown>): string | null => {
  const { status } = attributes;
  return currentState(type, attributes) ?? (typeof status === 'string' ? status : null);
};

const searchEntities =
  (entities: Pick<EntityCollection, 'model'>, only: object): Search =>
  (org_id, query) =>
    searchIn(entities, query, {
      filter: { org_id, deleted: false, ...only },
      projection: { type: 1, name: 1, attributes: 1 },
      show: ({ _id: id, type, name: title, attributes }) => {
        const subtitle = shownCode({ type, attributes });
        return { type, id, title, subtitle, status: getStatus(type, attributes) };
      },
    });

/** Searches the entities here, and certificates and quality events by their services, all at the same time. */
export const makeSearchService = (
  entities: Pick<EntityCollection, 'model'>,
  clients: { certificates: Client; qualityEvents: Client },
): SearchService => {
  const all = searchEntities(entities, {});
  const suppliers = searchEntities(entities, { type: 'supplier' });
  const certificates = makeSearch(clients.certificates);
  const qualityEvents = makeSearch(clients.qualityEvents);
  return {
    async search(query, actor) {
      const may = (scope: Scope): boolean => actor.scopes.includes(scope) && roleAllows(actor.role, scope);
      const requested = [
        ...(may('entities:read') ? [all] : may('suppliers:read') ? [suppliers] : []),
        ...(may('certificates:read') ? [certificates] : []),
        ...(may('quality-events:read') ? [qualityEvents] : []),
      ];
      const found = await Promise.all(requested.map((search) => search(actor.org_id, query)));
      return bestHits(query, found.flat());
    },
  };
};
