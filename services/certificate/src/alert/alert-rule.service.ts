import {
  type Call,
  type Collection,
  listPage,
  notFound,
  type PageOf,
  requireUnversioned,
  type UnitOfWork,
} from '@qsc/service-kit';
import { type AlertStore, type StoredAlertRule, toRule } from './alert.store.ts';
import type { AlertRuleListQuery, NewAlertRules } from './alert-rule.schemas.ts';
import { type AlertRule, createRule, deleteRule } from './alert-rule.ts';

export type AlertRuleService = {
  /** Creates the rules together, or none. */
  create(input: NewAlertRules, call: Call): Promise<{ rules: AlertRule[] }>;
  list(orgId: string, query: AlertRuleListQuery): Promise<PageOf<AlertRule>>;
  /** Throws not_found. Alerts that it has raised and that are not sent yet are not sent any more. */
  remove(id: string, call: Call): Promise<void>;
};

type Parts = {
  rules: Collection<StoredAlertRule>;
  store: Pick<AlertStore, 'findRule' | 'insertRule' | 'removeRule'>;
  unitOfWork: UnitOfWork;
};

/** The use cases of alert rules (specification, "Certificates"). */
export const makeAlertRuleService = ({ rules, store, unitOfWork }: Parts): AlertRuleService => ({
  create: (input, call) =>
    unitOfWork.decide(call, {}, () => {
      const created = input.rules.map((rule) => createRule(rule, call));
      return {
        changes: created.map(({ rule }) => store.insertRule(rule)),
        events: created.map(({ event }) => event),
        answer: { rules: created.map(({ rule }) => rule) },
      };
    }),

  list: (org_id, query) => listPage(rules, { filter: { org_id }, query, show: toRule }),

  remove: (id, call) =>
    unitOfWork.decide(call, { records: [id] }, async () => {
      const rule = await store.findRule(call.actor.org_id, id);
      if (!rule) throw notFound('alert rule', id);
      requireUnversioned(call);
      return { changes: [store.removeRule(rule)], events: [deleteRule(rule, call)], answer: undefined };
    }),
});
