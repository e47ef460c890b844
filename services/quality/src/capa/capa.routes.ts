import { type AnyRoute, created, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import { QualityEvent } from '../quality-event/quality-event.schemas.ts';
import { ActionId, AddAction, CapaId, CapaListQuery, OpenCapa, PatchAction, SourceId } from './action.schemas.ts';
import {
  actionExample,
  actionPatchExample,
  addedActionExample,
  capaExample,
  newActionExample,
  newCapaExample,
  patchedActionExample,
} from './capa.examples.ts';
import { CapaAction } from './capa.schemas.ts';
import type { CapaService, VersionedAction } from './capa.service.ts';

/** The version that goes into the `ETag` is that of the CAPA. */
const version = ({ version: capaVersion }: VersionedAction): number => capaVersion;

const actionAnswer = { ...one(CapaAction), version };

const addedAnswer = {
  ...created(CapaAction, ({ id }, { capa_id }) => `/v1/quality-events/${capa_id}/actions/${id}`),
  version,
};

/** The endpoints of CAPAs (specification, "Quality events"). */
export const capaRoutes = (capas: CapaService): AnyRoute[] => [
  route({
    id: 'openCapa',
    tag: 'Quality events',
    method: 'post',
    path: '/quality-events/:deviation_id/capa',
    summary: 'Open a CAPA',
    description:
      'For a deviation, a complaint or an audit finding that is open. The CAPA is a quality event with a number and a workflow of its own; it relates to the entities of its source event, which cannot be closed before it.',
    scope: 'quality-events:write',
    gxp: true,
    params: SourceId,
    body: OpenCapa,
    answer: created(QualityEvent, ({ id }) => `/v1/quality-events/${id}`),
    throws: ['conflict'],
    example: { body: newCapaExample, answer: capaExample },
    handle: ({ params, body, call }) => capas.open(params.deviation_id, body, call),
  }),
  listRoute({
    id: 'listCapas',
    tag: 'Quality events',
    path: '/quality-events/:deviation_id/capas',
    summary: 'List the CAPAs of a quality event',
    description: 'Newest first.',
    scope: 'quality-events:read',
    params: SourceId,
    query: CapaListQuery,
    answer: page(QualityEvent),
    example: { answer: examplePage(capaExample) },
    handle: ({ params, query, orgId }) => capas.list(orgId, params.deviation_id, query),
  }),
  route({
    id: 'addCapaAction',
    tag: 'Quality events',
    method: 'post',
    path: '/quality-events/:capa_id/actions',
    summary: 'Add an action to a CAPA',
    description: 'The `ETag` of the response is that of the CAPA, which has a new version.',
    scope: 'quality-events:write',
    gxp: true,
    params: CapaId,
    body: AddAction,
    answer: addedAnswer,
    throws: ['conflict', 'precondition_failed'],
    example: { body: newActionExample, answer: addedActionExample },
    handle: ({ params, body, call }) => capas.addAction(params.capa_id, body, call),
  }),
  route({
    id: 'getCapaAction',
    tag: 'Quality events',
    method: 'get',
    path: '/quality-events/:capa_id/actions/:action_id',
    summary: 'Read an action of a CAPA',
    description: 'The `ETag` is that of the CAPA.',
    scope: 'quality-events:read',
    params: ActionId,
    answer: actionAnswer,
    example: { answer: actionExample },
    handle: ({ params, call }) => capas.readAction(params.capa_id, params.action_id, call),
  }),
  route({
    id: 'updateCapaAction',
    tag: 'Quality events',
    method: 'patch',
    path: '/quality-events/:capa_id/actions/:action_id',
    summary: 'Update an action of a CAPA',
    description:
      'Changes the status and the fields of the action. `completed` needs `completion_date` and `completion_notes`, and records who completed it; an action that is reopened loses them. Another `due_date` needs a reason (`X-Change-Reason`), and the first one stays as `original_due_date`. A verified or cancelled action is final. `If-Match` and `ETag` are those of the CAPA.',
    scope: 'quality-events:write',
    gxp: true,
    params: ActionId,
    body: PatchAction,
    answer: actionAnswer,
    throws: ['invalid_transition', 'missing_required_fields', 'reason_required', 'conflict'],
    example: { body: actionPatchExample, answer: patchedActionExample },
    handle: ({ params, body, call }) => capas.patchAction(params.capa_id, params.action_id, { patch: body, call }),
  }),
];
