import { type AnyRoute, created, none, one, page, route } from '@qsc/service-kit';
import { z } from 'zod';
import {
  EntityId,
  InboundRelationship,
  Relationship,
  RelationshipId,
  RelationshipInput,
  RelationshipListQuery,
} from '../entity/entity.schemas.ts';
import type { RelationshipService } from './relationship.service.ts';

/** The relationship endpoints (specification, "Entities"). */
export const relationshipRoutes = (relationships: RelationshipService): AnyRoute[] => [
  route({
    method: 'get',
    path: '/entities/:entity_id/relationships',
    summary: "List an entity's relationships; with `direction=inbound` those that point to it",
    scope: 'entities:read',
    params: EntityId,
    query: RelationshipListQuery,
    answer: page(z.union([Relationship, InboundRelationship])),
    handle: ({ params, query, call }) => relationships.list(params.entity_id, query, call),
  }),
  route({
    method: 'post',
    path: '/entities/:entity_id/relationships',
    summary: 'Add a relationship to another entity',
    scope: 'entities:write',
    gxp: true,
    params: EntityId,
    body: RelationshipInput,
    answer: created(Relationship, ({ id }, { entity_id }) => `/v1/entities/${entity_id}/relationships/${id}`),
    handle: ({ params, body, call }) => relationships.add(params.entity_id, body, call),
  }),
  route({
    method: 'get',
    path: '/entities/:entity_id/relationships/:relationship_id',
    summary: 'Read a relationship',
    scope: 'entities:read',
    params: RelationshipId,
    answer: one(Relationship),
    handle: ({ params, call }) => relationships.read(params.entity_id, params.relationship_id, call),
  }),
  route({
    method: 'delete',
    path: '/entities/:entity_id/relationships/:relationship_id',
    summary: 'Remove a relationship',
    scope: 'entities:write',
    gxp: true,
    params: RelationshipId,
    answer: none(),
    handle: ({ params, call }) => relationships.remove(params.entity_id, params.relationship_id, call),
  }),
];
