import { anyOf, countSkipped, type PageOf, pageMeta, toDirection, toSort } from '@qsc/service-kit';
import type { RelationshipListQuery } from '../entity/entity.schemas.ts';
import type { EntityCollection } from '../entity/entity.store.ts';

/** A relationship of another entity that points to the requested one. */
export type Inbound = {
  id: string;
  type: string;
  source_id: string;
  source_name: string;
  attributes: Record<string, unknown>;
};

export type ListInbound = (
  orgId: string,
  targetId: string,
  query: Omit<RelationshipListQuery, 'direction'>,
) => Promise<PageOf<Inbound>>;

type Row = {
  _id: string;
  name: string;
  relationship: { id: string; type: string; attributes: Record<string, unknown> };
};

const PATHS = { id: 'relationships.id', type: 'relationships.type' };

/** Lists relationships by their target. */
export const makeListInbound =
  (entities: EntityCollection): ListInbound =>
  async (org_id, target_id, query) => {
    const points = {
      'relationships.target_id': target_id,
      ...(query.type === undefined ? {} : { 'relationships.type': anyOf(query.type) }),
    };
    const stages = [
      { $match: { org_id, ...points, deleted: false } },
      { $unwind: '$relationships' },
      { $match: points },
    ];
    const [rows, [counted]] = await Promise.all([
      entities.model.aggregate<Row>([
        ...stages,
        { $sort: { ...toSort(query.sort, PATHS), 'relationships.id': toDirection(query.sort) } },
        { $skip: countSkipped(query) },
        { $limit: query.per_page },
        { $project: { name: 1, relationship: '$relationships' } },
      ]),
      entities.model.aggregate<{ total: number }>([...stages, { $count: 'total' }]),
    ]);
    const data = rows.map(({ _id, name, relationship: { id, type, attributes } }) => ({
      id,
      type,
      source_id: _id,
      source_name: name,
      attributes,
    }));
    return { data, meta: pageMeta(counted?.total ?? 0, query) };
  };
