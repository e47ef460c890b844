import { exampleId } from '@qsc/contracts';
import { type AnyRoute, created, examplePage, none, one, page, route } from '@qsc/service-kit';
import {
  AnyRelationship,
  EntityId,
  Relationship,
  RelationshipId,
  RelationshipInput,
  RelationshipListQuery,
} from '../entity/entity.schemas.ts';
import type { RelationshipService } from './relationship.service.ts';

const attributes = { is_primary_supplier: true, lead_time_days: 21 };

export const newRelationshipExample = { type: 'supplies', target_id: exampleId('entity', 2), attributes };

export const relationshipExample = {
  id: exampleId('relationship'),
  ...newRelationshipExample,
  target_name: 'Paracetamol API',
};

/** The relationship endpoints (specification, "Entities"). */
export const relationshipRoutes = (relationships: RelationshipService): AnyRoute[] => [
  route({
    id: 'listRelationships',
    tag: 'Relationships',
    method: 'get',
    path: '/entities/:entity_id/relationships',
    summary: 'List the relationships of an entity',
    description: 'Those from the entity to others; with `direction=inbound` those of others that point to it.',
    scope: 'entities:read',
    params: EntityId,
    query: RelationshipListQuery,
    answer: page(AnyRelationship),
    example: { answer: examplePage(relationshipExample) },
    handle: ({ params, query, call }) => relationships.list(params.entity_id, query, call),
  }),
  route({
    id: 'createRelationship',
    tag: 'Relationships',
    method: 'post',
    path: '/entities/:entity_id/relationships',
    summary: 'Add a relationship',
    description: 'Connects the entity to another. It raises the version of the entity that holds it.',
    scope: 'entities:write',
    gxp: true,
    params: EntityId,
    body: RelationshipInput,
    answer: created(Relationship, ({ id }, { entity_id }) => `/v1/entities/${entity_id}/relationships/${id}`),
    throws: ['conflict', 'precondition_failed'],
    example: { body: newRelationshipExample, answer: relationshipExample },
    handle: ({ params, body, call }) => relationships.add(params.entity_id, body, call),
  }),
  route({
    id: 'getRelationship',
    tag: 'Relationships',
    method: 'get',
    path: '/entities/:entity_id/relationships/:relationship_id',
    summary: 'Read a relationship',
    description: 'One relationship of the entity, with the name of its target.',
    scope: 'entities:read',
    params: RelationshipId,
    answer: one(Relationship),
    example: { answer: relationshipExample },
    handle: ({ params, call }) => relationships.read(params.entity_id, params.relationship_id, call),
  }),
  route({
    id: 'deleteRelationship',
    tag: 'Relationships',
    method: 'delete',
    path: '/entities/:entity_id/relationships/:relationship_id',
    summary: 'Remove a relationship',
    description: 'It raises the version of the entity that held it.',
    scope: 'entities:write',
    gxp: true,
    params: RelationshipId,
    answer: none(),
    example: {},
    handle: ({ params, call }) => relationships.remove(params.entity_id, params.relationship_id, call),
  }),
];
