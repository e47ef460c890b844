import { type AnyRoute, created, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import { capaExample } from '../capa/capa.examples.ts';
import {
  newQualityEventExample,
  patchedQualityEventExample,
  qualityEventExample,
  qualityEventPatchExample,
} from './quality-event.examples.ts';
import {
  CreateQualityEvent,
  EventId,
  PatchQualityEvent,
  QualityEvent,
  QualityEventListQuery,
} from './quality-event.schemas.ts';
import type { QualityEventService } from './quality-event.service.ts';

/** The endpoints of quality events (specification, "Quality events"). */
export const qualityEventRoutes = (events: QualityEventService): AnyRoute[] => [
  listRoute({
    id: 'listQualityEvents',
    tag: 'Quality events',
    path: '/quality-events',
    summary: 'List quality events',
    description:
      'Newest first. Several values of a filter by comma match any of them; several filters must all match. Whether an event is overdue follows from today in the organisation’s time zone.',
    scope: 'quality-events:read',
    query: QualityEventListQuery,
    answer: page(QualityEvent),
    example: { answer: examplePage(capaExample) },
    handle: ({ query, orgId }) => events.list(orgId, query),
  }),
  route({
    id: 'createQualityEvent',
    tag: 'Quality events',
    method: 'post',
    path: '/quality-events',
    summary: 'Create a quality event',
    description:
      'It gets the next number of its type and year, and begins as a draft; its workflow starts by itself. `audit_details` and `response_due_date` belong to audit findings. A CAPA is opened for an event, at its own path.',
    scope: 'quality-events:write',
    gxp: true,
    body: CreateQualityEvent,
    answer: created(QualityEvent, (event) => `/v1/quality-events/${event.id}`),
    example: { body: newQualityEventExample, answer: qualityEventExample },
    handle: ({ body, call }) => events.create(body, call),
  }),
  route({
    id: 'getQualityEvent',
    tag: 'Quality events',
    method: 'get',
    path: '/quality-events/:event_id',
    summary: 'Read a quality event',
    description: 'The quality event at its current version. While it waits for approval, its status is the one before.',
    scope: 'quality-events:read',
    params: EventId,
    answer: one(QualityEvent),
    example: { answer: qualityEventExample },
    handle: ({ params, call }) => events.read(params.event_id, call),
  }),
  route({
    id: 'updateQualityEvent',
    tag: 'Quality events',
    method: 'patch',
    path: '/quality-events/:event_id',
    summary: 'Update a quality event',
    description:
      'Merges the fields (RFC 7396): what is left out stays, objects merge, lists are replaced, null removes. What changes nothing raises no version. Another `status` is a transition of the workflow, by the rules of its definition and with the other fields of the body; a transition that needs a signature or an approval is requested at the workflow. A closed or rejected event is final. While an approval is pending, the content does not change, and a field that a state has required cannot be removed.',
    scope: 'quality-events:write',
    gxp: true,
    params: EventId,
    body: PatchQualityEvent,
    answer: one(QualityEvent),
    throws: ['conflict', 'invalid_transition', 'approval_required', 'missing_required_fields', 'signature_required'],
    example: { body: qualityEventPatchExample, answer: patchedQualityEventExample },
    handle: ({ params, body, call }) => events.patch(params.event_id, body, call),
  }),
];
