import { type AnyRoute, examplePage, listRoute, none, one, page, route } from '@qsc/service-kit';
import {
  AlertRule,
  AlertRuleId,
  AlertRuleListQuery,
  AlertRules,
  alertRuleExample,
  NewAlertRules,
  newAlertRuleExample,
} from './alert-rule.schemas.ts';
import type { AlertRuleService } from './alert-rule.service.ts';

/** The endpoints of alert rules (specification, "Certificates"); they come before those of a certificate by its id. */
export const alertRuleRoutes = (rules: AlertRuleService): AnyRoute[] => [
  route({
    id: 'createExpiryAlertRules',
    tag: 'Certificates',
    method: 'post',
    path: '/certificates/expiry-alerts',
    summary: 'Notify people of expiry',
    description:
      'Creates all rules or none. An alert is sent once for each certificate and rule, by e-mail and as the event `certificate.alert.sent`, also late where the service was not running on the day. An e-mail may rarely come twice, with the same `Message-ID`; it never fails to come.',
    scope: 'certificates:write',
    body: NewAlertRules,
    answer: one(AlertRules, { status: 201, location: () => '/v1/certificates/expiry-alerts' }),
    example: { body: { rules: [newAlertRuleExample] }, answer: { rules: [alertRuleExample] } },
    handle: ({ body, call }) => rules.create(body, call),
  }),
  listRoute({
    id: 'listExpiryAlertRules',
    tag: 'Certificates',
    path: '/certificates/expiry-alerts',
    summary: 'List the alert rules',
    description: 'Newest first.',
    scope: 'certificates:read',
    query: AlertRuleListQuery,
    answer: page(AlertRule),
    example: { answer: examplePage(alertRuleExample) },
    handle: ({ query, orgId }) => rules.list(orgId, query),
  }),
  route({
    id: 'deleteExpiryAlertRule',
    tag: 'Certificates',
    method: 'delete',
    path: '/certificates/expiry-alerts/:rule_id',
    summary: 'Delete an alert rule',
    description: 'Alerts that it has raised and that are not sent yet are not sent any more.',
    scope: 'certificates:write',
    params: AlertRuleId,
    answer: none(),
    example: {},
    handle: ({ params, call }) => rules.remove(params.rule_id, call),
  }),
];
