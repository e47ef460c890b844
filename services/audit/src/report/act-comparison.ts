import { toAuditEntryId } from '@qsc/contracts';
import type { CommittedAct, CommittedActs, ListActs } from '@qsc/service-kit';
import type { ChainStore } from '../chain/chain.store.ts';
import { addTo, finding } from './finding.ts';
import type { Peers } from './peer.client.ts';
import { absenceReason, type ComparedActs, type ReportPeriod } from './report.ts';

type Parts = {
  peers: Pick<Peers, 'acts'>;
  /** The services that store the events of their acts, beside this one. */
  services: readonly string[];
  own: { name: string; listActs: ListActs };
  store: Pick<ChainStore, 'findRecorded'>;
};

/** The findings about acts without an entry. */
export const makeActFindings = () => ({
  missing: finding('act_without_entry', 'The audit log has no entry of an act that the service has committed.'),
  removed: finding(
    'act_entry_removed',
    'The log has no entry of the act; it may be among those that signed segments stand for.',
  ),
  under_way: finding('act_entry_under_way', 'The entry of the act may still be on its way into the audit log.'),
});

type ActFindings = ReturnType<typeof makeActFindings>;

/**
 * Why the log has no entry of an act. An entry is under way from when the broker has accepted the event, however long the
 * broker was not reachable; before that, it cannot be missing.
 */
const actAbsenceReason = ({ at, confirmed_at }: CommittedAct, period: ReportPeriod) => {
  if (!confirmed_at || absenceReason(confirmed_at, period) === 'under_way') return 'under_way';
  return absenceReason(at, period);
};

/**
 * Compares the log with the acts that every service has committed, by the stored events. A service that is not reachable
 * throws `service_unavailable`.
 */
export const makeActComparison = ({ peers, services, own, store }: Parts) => {
  const readActs = (service: string, orgId: string, { from, until }: ReportPeriod): AsyncIterable<CommittedActs> =>
    service === own.name ? own.listActs(orgId, { from, to: until }) : peers.acts(service, orgId, { from, until });

  const compare = async (
    service: string,
    orgId: string,
    { period, found }: { period: ReportPeriod; found: ActFindings },
  ) => {
    const result = { service, acts: 0, without_entry: 0 };
    let since = new Date(0);
    for await (const { complete_since, acts: part } of readActs(service, orgId, period)) {
      const known = await store.findRecorded(part.map(({ event_id }) => ({ orgId, eventId: event_id })));
      since = complete_since;
      result.acts += part.length;
      for (const act of part) {
        const { event_id } = act;
        if (known.has(event_id)) continue;
        result.without_entry += 1;
        addTo(found[actAbsenceReason(act, period)], { entry: toAuditEntryId(event_id), record: event_id });
      }
    }
    return { result, since };
  };

  return async (orgId: string, period: ReportPeriod, found: ActFindings): Promise<ComparedActs> => {
    const compared: ComparedActs['services'] = [];
    let completeSince = new Date(0);
    for (const service of [own.name, ...services]) {
      const { result, since } = await compare(service, orgId, { period, found });
      compared.push(result);
      if (since > completeSince) completeSince = since;
    }
    return { kept_since: completeSince.toISOString(), services: compared };
  };
};
