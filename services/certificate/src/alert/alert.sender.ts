import { type DueEffect, type Mailer, type ReadLocalTime, systemCall } from '@qsc/service-kit';
import type { CertificateStore } from '../certificate/certificate.store.ts';
import type { AlertStore } from './alert.store.ts';
import type { DueAlert } from './alert.sweep.ts';
import { endAlert, isMet, makeMail } from './alert.ts';

type Parts = {
  store: Pick<AlertStore, 'findRule' | 'findAlert' | 'changeAlert' | 'removeAlert'>;
  certificates: Pick<CertificateStore, 'find'>;
  mailer: Pick<Mailer, 'send'>;
  localTime: ReadLocalTime;
};

const NOTHING: DueEffect = { changes: [], events: [] };

/**
 * Sends one alert: the e-mail first, then its event and the alert's end in one commit. Killed in between, it is sent again:
 * an e-mail may come twice, with the same `Message-ID`, and the event is there once. An alert whose rule was deleted
 * meanwhile, or whose certificate does not hold any more, is withdrawn. Throws while the mail server does not take it; it is tried again later and later.
 */
export const makeSendAlert =
  ({ store, certificates, mailer, localTime }: Parts) =>
  async ({ orgId, payload }: { orgId: string; payload: DueAlert }): Promise<DueEffect> => {
    const alert = await store.findAlert(orgId, payload.alert_id);
    if (alert?.status !== 'pending') return NOTHING;
    const [rule, certificate] = await Promise.all([
      store.findRule(orgId, alert.rule_id),
      certificates.find(orgId, alert.certificate_id),
    ]);
    const at = await localTime(orgId);
    if (!rule || !certificate || !isMet(rule, certificate, at))
      return { changes: [store.removeAlert(alert)], events: [] };
    const call = systemCall(orgId, at.now);
    const mail = { id: alert.id.replace('/', '.'), to: rule.notify, ...makeMail(rule, certificate, at) };
    const outcome = await mailer.send(mail);
    const refused = outcome.status === 'not_configured' ? [] : outcome.refused;
    const ended = endAlert(alert, outcome.status, { rule, certificate, refused, call });
    return { changes: [store.changeAlert(ended.alert)], events: [ended.event] };
  };
