import { type AnyRoute, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import {
  HistoryQuery,
  RetentionPolicy,
  RetentionRules,
  retentionPolicyExample,
  retentionRulesExample,
} from './retention.schemas.ts';
import type { RetentionService } from './retention.service.ts';

/** The retention of the log (specification, "Audit logs"; decisions §4, "Audit log"). */
export const retentionRoutes = (policies: RetentionService): AnyRoute[] => [
  route({
    id: 'getAuditRetention',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/retention',
    summary: 'Read the retention policy',
    description: 'How long entries are retained. An organisation without a policy of its own has the standard one.',
    scope: 'audit-logs:read',
    answer: one(RetentionPolicy),
    example: { answer: retentionPolicyExample },
    handle: ({ call }) => policies.get(call.actor.org_id),
  }),
  route({
    id: 'replaceAuditRetention',
    tag: 'Audit logs',
    method: 'put',
    path: '/audit-logs/retention',
    summary: 'Replace the retention policy',
    description:
      'Replaces all of it but `policy_id`, as its next version; earlier versions stay in the history. Equal rules raise no version.',
    scope: 'admin:write',
    gxp: true,
    body: RetentionRules,
    answer: one(RetentionPolicy),
    throws: ['conflict', 'precondition_failed'],
    example: { body: retentionRulesExample, answer: retentionPolicyExample },
    handle: ({ body, call }) => policies.replace(body, call),
  }),
  listRoute({
    id: 'listAuditRetentionHistory',
    tag: 'Audit logs',
    path: '/audit-logs/retention/history',
    summary: 'List the versions of the retention policy',
    description: 'Newest first; the last one is the standard policy.',
    scope: 'audit-logs:read',
    query: HistoryQuery,
    answer: page(RetentionPolicy),
    example: { answer: examplePage(retentionPolicyExample) },
    handle: ({ query, orgId }) => policies.history(orgId, query),
  }),
];
