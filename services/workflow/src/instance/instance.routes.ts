import { type AnyRoute, created, one, route } from '@qsc/service-kit';
import {
  instanceExample,
  newInstanceExample,
  transitionExample,
  transitionResultExample,
} from './instance.examples.ts';
import { RecordId, StartInstance, Transition, TransitionResult, WorkflowInstance } from './instance.schemas.ts';
import type { InstanceService } from './instance.service.ts';

/** The endpoints of workflow instances (specification, "Workflows"). */
export const instanceRoutes = (instances: InstanceService): AnyRoute[] => [
  route({
    id: 'startWorkflowInstance',
    tag: 'Workflows',
    method: 'post',
    path: '/workflows/instances',
    summary: 'Start a workflow',
    description:
      'Begins the way of a record through a definition. Records of a type that an active definition names begin by themselves when they are created, so this is for other active definitions, and for entities whose workflow has come to its end.',
    scope: 'workflows:execute',
    gxp: true,
    body: StartInstance,
    answer: created(WorkflowInstance, ({ entity_id }) => `/v1/workflows/instances/${entity_id}`),
    throws: ['conflict'],
    example: { body: newInstanceExample, answer: instanceExample },
    handle: ({ body, call }) => instances.start(body, call),
  }),
  route({
    id: 'getWorkflowInstance',
    tag: 'Workflows',
    method: 'get',
    path: '/workflows/instances/:entity_id',
    summary: 'Read where a record is in its workflow',
    description:
      'The state of the record, where it may go from there and what that takes, and how it came there. Out of an approval state decisions alone lead (`requires_approval`).',
    scope: 'workflows:read',
    params: RecordId,
    answer: one(WorkflowInstance),
    example: { answer: instanceExample },
    handle: ({ params, call }) => instances.read(params.entity_id, call),
  }),
  route({
    id: 'transitionWorkflowInstance',
    tag: 'Workflows',
    method: 'post',
    path: '/workflows/instances/:entity_id/transition',
    summary: 'Move a record to another state',
    description:
      'Moves the record by the rules of its workflow, with the fields that the move needs and the signature where it asks for one. `available_transitions` of the instance say which those are. Other fields in `data` need the scope that writes the record too. A quality event has the new status at once, and other services within a second. The reason of `X-Change-Reason` stands in the audit trail, else the comment. `If-Match` names the version of the record; of a signed move the record must stay as it was until it is signed.',
    scope: 'workflows:execute',
    gxp: true,
    params: RecordId,
    body: Transition,
    answer: one(TransitionResult),
    throws: [
      'invalid_transition',
      'approval_required',
      'missing_required_fields',
      'conflict',
      'precondition_failed',
      'signature_required',
      'signature_invalid',
      'account_locked',
    ],
    example: { body: transitionExample, answer: transitionResultExample },
    handle: ({ params, body, call }) => instances.transition(params.entity_id, body, call),
  }),
];
