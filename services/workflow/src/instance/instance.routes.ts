import { type AnyRoute, created, one, route } from '@qsc/service-kit';
import {
  instanceExample,
  newInstanceExample,
  transitionExample,
  transitionResultExample,
} from './instance.examples.ts';
import { RecordId, StartInstance, Transition, TransitionResult, WorkflowInstance } from './instance.schemas.ts';
import type { InstanceService } from './instance.service.ts';
import { transitionResult } from './instance.view.ts';

/** The endpoints of workflow instances (specification, "Workflows"). */
export const instanceRoutes = (instances: InstanceService): AnyRoute[] => [
  route({
    id: 'startWorkflowInstance',
    tag: 'Workflows',
    method: 'post',
    path: '/workflows/instances',
    summary: 'Start a workflow',
    description:
      'Starts a workflow for a record. Records whose type has an active definition start automatically when they are created, so this is for other active definitions, and for entities whose workflow has ended.',
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
    summary: 'Read the workflow state of a record',
    description:
      'The state of the record, the available transitions with their requirements, and the history. An approval state is left only by decisions (`requires_approval`).',
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
    summary: 'Make a transition',
    description:
      'Makes a transition of the record by the rules of its workflow, with the required fields and the signature where one is required; `available_transitions` of the instance lists both. Other fields in `data` also need the scope that writes the record. A quality event has the new status at once, other services see it within a second. The audit trail has the reason of `X-Change-Reason`, otherwise the comment. `If-Match` names the version of the record; for a signed transition the record must not change until it is signed.',
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
    handle: ({ params, body, call }) =>
      instances.transition(params.entity_id, body, { call, toAnswer: transitionResult }),
  }),
];
