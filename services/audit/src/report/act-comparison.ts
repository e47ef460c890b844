import { auditEntryIdOf } from '@qsc/contracts';
import { type CommittedAct, type CommittedActs, isUnknownMethod, type ListActs } from '@qsc/service-kit';
import type { ChainStore } from '../chain/chain.store.ts';
import { addTo, finding } from './finding.ts';
import type { Peers } from './peer.client.ts';
import { absenceOf, type ComparedActs, type ReportPeriod } from './report.ts';

type Parts = {
  peers: Pick<Peers, 'acts'>;
  /** The services that keep the events of their acts, beside this one. */
  services: readonly string[];
  own: { name: string; listActs: ListActs };
  store: Pick<ChainStore, 'recordedOf'>;
};

/** What acts without an entry come to, and services that cannot tell theirs. */
export const makeActFindings = () => ({
  missing: finding('act_without_entry', 'The service has committed an act that the audit log has no entry of.'),
  removed: finding(
    'act_entry_removed',
    'The log has no entry of the act; it may be among those that signed segments stand for.',
  ),
  under_way: finding('act_entry_under_way', 'The entry of the act may still be on its way into the audit log.'),
  not_told: finding(
    'acts_not_told',
    'The service runs a release before this one, which cannot tell its acts: the log was not held against them.',
  ),
});

type ActFindings = ReturnType<typeof makeActFindings>;

/**
 * Why the log has no entry of an act. An entry is on its way from when the broker has taken the event, however long the broker was
 * away; before that there is nothing that it could be missing from.
 */
const absenceOfAct = ({ at, confirmed_at }: CommittedAct, period: ReportPeriod) => {
  if (!confirmed_at || absenceOf(confirmed_at, period) === 'under_way') return 'under_way';
  return absenceOf(at, period);
};

/**
 * Holds the log against the acts that every service has committed, by the events that it keeps of them. A service of a release before
 * that cannot tell its acts is named; one that is away throws `service_unavailable`.
 */
export const makeActComparison = ({ peers, services, own, store }: Parts) => {
  const actsOf = (service: string, orgId: string, { from, until }: ReportPeriod): AsyncIterable<CommittedActs> =>
    service === own.name ? own.listActs(orgId, { from, to: until }) : peers.acts(service, orgId, { from, until });

  const compare = async (
    service: string,
    orgId: string,
    { period, found }: { period: ReportPeriod; found: ActFindings },
  ) => {
    const told = { service, acts: 0, without_entry: 0 };
    let since = new Date(0);
    for await (const { complete_since, acts: part } of actsOf(service, orgId, period)) {
      const known = await store.recordedOf(part.map(({ event_id }) => ({ orgId, eventId: event_id })));
      since = complete_since;
      told.acts += part.length;
      for (const act of part) {
        const { event_id } = act;
        if (known.has(event_id)) continue;
        told.without_entry += 1;
        addTo(found[absenceOfAct(act, period)], { entry: auditEntryIdOf(event_id), record: event_id });
      }
    }
    return { told, since };
  };

  return async (orgId: string, period: ReportPeriod, found: ActFindings): Promise<ComparedActs> => {
    const compared: ComparedActs['services'] = [];
    const notTold: string[] = [];
    let keptSince = new Date(0);
    for (const service of [own.name, ...services])
      try {
        const { told, since } = await compare(service, orgId, { period, found });
        compared.push(told);
        if (since > keptSince) keptSince = since;
      } catch (error) {
        if (!isUnknownMethod(error)) throw error;
        notTold.push(service);
        addTo(found.not_told, { record: service });
      }
    return { kept_since: keptSince.toISOString(), services: compared, not_told: notTold };
  };
};
