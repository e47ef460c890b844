import { type AnyRoute, examplePage, one, page, route } from '@qsc/service-kit';
import {
  approvalExample,
  decisionResultExample,
  newDecisionExample,
  pendingApprovalExample,
} from './approval.examples.ts';
import {
  Approval,
  ApprovalId,
  DecisionResult,
  NewDecision,
  PendingApproval,
  PendingQuery,
} from './approval.schemas.ts';
import type { ApprovalService } from './approval.service.ts';
import type { DecisionService } from './decision.service.ts';

type Services = { approvals: ApprovalService; decisions: DecisionService };

/** The endpoints of approvals (specification, "Workflows"). */
export const approvalRoutes = ({ approvals, decisions }: Services): AnyRoute[] => [
  route({
    id: 'listPendingApprovals',
    tag: 'Workflows',
    method: 'get',
    path: '/workflows/approvals/pending',
    summary: 'List the approvals that wait for the caller',
    description:
      'Approvals that the calling user can decide on now, also for others by delegation. Approvals that the user requested, whose record the user created, or that the user has decided on are excluded, and so are those that wait for another role first. `user_id` lists those of another user.',
    scope: 'workflows:read',
    query: PendingQuery,
    answer: page(PendingApproval),
    throws: ['forbidden'],
    example: { answer: examplePage(pendingApprovalExample) },
    handle: ({ query, call }) => approvals.pending(query, call),
  }),
  route({
    id: 'getApproval',
    tag: 'Workflows',
    method: 'get',
    path: '/workflows/approvals/:approval_id',
    summary: 'Read an approval',
    description: 'Who requested it, what was decided, who can still decide, and until when.',
    scope: 'workflows:read',
    params: ApprovalId,
    answer: one(Approval),
    example: { answer: approvalExample },
    handle: ({ params, call }) => approvals.read(params.approval_id, call),
  }),
  route({
    id: 'decideApproval',
    tag: 'Workflows',
    method: 'post',
    path: '/workflows/approvals/:approval_id',
    summary: 'Decide on an approval',
    description:
      'Approves, rejects or withdraws. One rejection ends the approval, and so does the last required vote: the record then makes a transition forward, or back. The requester and the creator of the record cannot decide, nor a delegate for them, nor, where one approval leads to the next, the requester of the first; a system administrator and an OAuth application never can. The requester or a quality manager may withdraw, which ends the approval like a rejection.',
    scope: 'workflows:execute',
    gxp: true,
    params: ApprovalId,
    body: NewDecision,
    answer: one(DecisionResult),
    throws: [
      'forbidden',
      'conflict',
      'signature_required',
      'signature_invalid',
      'account_locked',
      'missing_required_fields',
      'precondition_failed',
    ],
    example: { body: newDecisionExample, answer: decisionResultExample },
    handle: ({ params, body, call }) => decisions.decide(params.approval_id, body, call),
  }),
];
