import { type AnyRoute, created, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import {
  newWorkflowExample,
  patchedWorkflowExample,
  workflowExample,
  workflowPatchExample,
} from './definition.examples.ts';
import { CreateWorkflow, PatchWorkflow, Workflow, WorkflowId, WorkflowListQuery } from './definition.schemas.ts';
import type { WorkflowService } from './definition.service.ts';

/** The endpoints of definitions (specification, "Workflows"). */
export const workflowRoutes = (workflows: WorkflowService): AnyRoute[] => [
  listRoute({
    id: 'listWorkflows',
    tag: 'Workflows',
    path: '/workflows',
    summary: 'List workflows',
    description:
      'Newest first. Every organisation has one for each type of quality event, and one for the approval of documents.',
    scope: 'workflows:read',
    query: WorkflowListQuery,
    answer: page(Workflow),
    example: { answer: examplePage(workflowExample) },
    handle: ({ query, orgId }) => workflows.list(orgId, query),
  }),
  route({
    id: 'createWorkflow',
    tag: 'Workflows',
    method: 'post',
    path: '/workflows',
    summary: 'Define a workflow',
    description:
      'The definition is checked as a whole: one initial state, at least one final, every target defined, every state reachable. One definition is active for a type of record; `conflict` names the one that is.',
    scope: 'admin:write',
    gxp: true,
    body: CreateWorkflow,
    answer: created(Workflow, ({ id }) => `/v1/workflows/${id}`),
    throws: ['conflict'],
    example: { body: newWorkflowExample, answer: workflowExample },
    handle: ({ body, call }) => workflows.create(body, call),
  }),
  route({
    id: 'getWorkflow',
    tag: 'Workflows',
    method: 'get',
    path: '/workflows/:workflow_id',
    summary: 'Read a workflow',
    description: 'The definition at its current version.',
    scope: 'workflows:read',
    params: WorkflowId,
    answer: one(Workflow),
    example: { answer: workflowExample },
    handle: ({ params, call }) => workflows.read(params.workflow_id, call),
  }),
  route({
    id: 'updateWorkflow',
    tag: 'Workflows',
    method: 'patch',
    path: '/workflows/:workflow_id',
    summary: 'Change a workflow',
    description:
      'Raises the version; records under way stay on the version with which they started. A change that changes nothing raises no version.',
    scope: 'admin:write',
    gxp: true,
    params: WorkflowId,
    body: PatchWorkflow,
    answer: one(Workflow),
    throws: ['conflict'],
    example: { body: workflowPatchExample, answer: patchedWorkflowExample },
    handle: ({ params, body, call }) => workflows.patch(params.workflow_id, body, call),
  }),
];
