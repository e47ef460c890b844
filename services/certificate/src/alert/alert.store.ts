import {
  type Change,
  type Collection,
  defineCollection,
  dueQueueDefinition,
  insert,
  remove,
  replace,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import { CERTIFICATE_TYPES } from '../certificate/certificate.ts';
import { ALERT_STATUSES, type Alert, toAlertId } from './alert.ts';
import type { AlertRule } from './alert-rule.ts';

export const alertRuleDefinition = defineCollection({
  name: 'alert_rule',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    days_before_expiry: z.number().int(),
    notify: z.array(z.string()),
    certificate_types: z.array(z.enum(CERTIFICATE_TYPES)),
    version: z.number().int(),
    created_at: z.date(),
    created_by: z.string(),
  }),
  indexes: [{ keys: { org_id: 1, created_at: -1, _id: -1 } }, { keys: { org_id: 1, days_before_expiry: 1, _id: 1 } }],
});

export type StoredAlertRule = z.infer<typeof alertRuleDefinition.shape>;

/** Alerts that were raised; those that were sent stay, so that none is sent again. */
export const alertDefinition = defineCollection({
  name: 'alert',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    rule_id: z.string(),
    certificate_id: z.string(),
    status: z.enum(ALERT_STATUSES),
    version: z.number().int(),
    created_at: z.date(),
  }),
  indexes: [],
});

export type StoredAlert = z.infer<typeof alertDefinition.shape>;

/** Alerts that are to be sent. */
export const alertQueueDefinition = dueQueueDefinition('alert_due');

export const alertCollections = [alertRuleDefinition, alertDefinition, alertQueueDefinition] as const;

export type AlertStore = {
  findRule(orgId: string, id: string): Promise<AlertRule | null>;
  findAlert(orgId: string, id: string): Promise<Alert | null>;
  /** Which of the certificates a rule has raised an alert for. */
  raised(rule: AlertRule, certificateIds: readonly string[]): Promise<ReadonlySet<string>>;
  insertRule(rule: AlertRule): Change;
  removeRule(rule: AlertRule): Change;
  insertAlert(alert: Alert): Change;
  /** The alert at its new version. */
  changeAlert(alert: Alert): Change;
  /** The removal of an alert that was not sent, which may be raised again. */
  removeAlert(alert: Alert): Change;
};

export const toRule = ({ _id, ...stored }: StoredAlertRule): AlertRule => ({ id: _id, ...stored });

const stored = <Domain extends { id: string }>({ id, ...rest }: Domain) => ({ _id: id, ...rest });

type Parts = { rules: Collection<StoredAlertRule>; alerts: Collection<StoredAlert> };

/** Rules and alerts in MongoDB. */
export const makeAlertStore = ({ rules, alerts }: Parts): AlertStore => ({
  async findRule(org_id, _id) {
    const found = await rules.findOne({ org_id, _id });
    return found && toRule(found);
  },
  async findAlert(org_id, id) {
    const found = await alerts.findOne({ org_id, _id: id });
    if (!found) return null;
    const { _id, ...alert } = found;
    return { id: _id, ...alert };
  },
  async raised({ id, org_id }, certificateIds) {
    const ids = certificateIds.map((certificateId) => toAlertId(id, certificateId));
    const found = await alerts.find({ org_id, _id: trusted({ $in: ids }) });
    return new Set(found.map(({ certificate_id }) => certificate_id));
  },
  insertRule: (rule) => insert(rules, stored(rule)),
  removeRule: ({ id, version }) => remove(rules, id, version),
  insertAlert: (alert) => insert(alerts, stored(alert)),
  changeAlert: (alert) => replace(alerts, stored(alert), alert.version - 1),
  removeAlert: ({ id, version }) => remove(alerts, id, version),
});
