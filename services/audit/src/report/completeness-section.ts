import type { Call } from '@qsc/service-kit';
import type { z } from 'zod';
import type { ChainService, Verification } from '../chain/chain.service.ts';
import type { ChainStore } from '../chain/chain.store.ts';
import type { SegmentStore } from '../segment/segment.store.ts';
import { type makeActComparison, makeActFindings } from './act-comparison.ts';
import { addTo, finding, toOutcome } from './finding.ts';
import type { Peers } from './peer.client.ts';
import { absenceReason, type CompletenessSection, type ReportPeriod } from './report.ts';
import { type ReportEntries, versionKey } from './report-entry.query.ts';

/** The services with own records of their changes, and what these contain. */
const OWNERS: Readonly<Record<string, string>> = {
  entity: 'every version in the history of each entity',
  certificate: 'every version in the history of each certificate',
  quality: 'of each quality event its opening and its latest version',
};

const NOT_COMPARED =
  'Every service stores the events of its acts for a day, and those that the broker has not accepted until it does. For earlier ' +
  'acts, the identity, supplier, workflow, webhook, integration and audit services have no history of versions beside ' +
  'the log: their entries belong to the commit of each change, and are covered by the chain alone.';

type Parts = {
  peers: Peers;
  entries: ReportEntries;
  verify: ChainService['verify'];
  store: Pick<ChainStore, 'findRange'>;
  segments: Pick<SegmentStore, 'removedBetween'>;
  compareActs: ReturnType<typeof makeActComparison>;
};

const makeFindings = () => ({
  broken: finding('chain_broken', 'The hash chain of the log is broken.'),
  gaps: finding('sequence_gap', 'Sequence numbers have no entry and no signed segment in its place.'),
  missing: finding('change_without_entry', 'The record has a version that the audit log has no entry of.'),
  removed: finding(
    'change_entry_removed',
    'The log has no entry of the version; it may be among those that signed segments stand for.',
  ),
  under_way: finding('change_entry_under_way', 'The entry of the change may still be on its way into the audit log.'),
});

type Found = ReturnType<typeof makeFindings>;

const reportBreak = ({ first_broken }: Verification, { broken }: Found): void => {
  if (!first_broken) return;
  broken.message = `The hash chain is broken at sequence ${first_broken.sequence}: ${first_broken.reason}.`;
  addTo(broken, { entry: first_broken.id });
};

/** Verifies the chain of a period, looks for gaps, and compares the log with the changes that the owners of records know. */
export const makeCompletenessSection = (parts: Parts) => {
  const { peers, entries, verify, store, segments, compareActs } = parts;
  const rangeFacts = async (orgId: string, period: ReportPeriod) => {
    const range = await store.findRange(orgId, { from: period.from, to: period.until });
    if (!range) return { gaps: 0, removed: 0 };
    const [present, removed] = await Promise.all([
      entries.countSequences(orgId, range),
      segments.removedBetween(orgId, range),
    ]);
    // While a segment is being removed, some of its entries are still there.
    return { gaps: Math.max(0, range.last - range.first + 1 - present - removed), removed };
  };

  const compare = async (service: string, orgId: string, { period, found }: { period: ReportPeriod; found: Found }) => {
    const result = { service, basis: OWNERS[service] ?? '', changes: 0, without_entry: 0 };
    for await (const part of peers.changes(service, orgId, period)) {
      const known = await entries.versionsIn(orgId, part);
      result.changes += part.length;
      for (const { record_id, version, at } of part) {
        if (known.has(versionKey(record_id, version))) continue;
        result.without_entry += 1;
        addTo(found[absenceReason(new Date(at), period)], { record: record_id });
      }
    }
    return result;
  };

  return async (orgId: string, period: ReportPeriod, { gone }: Call): Promise<z.infer<typeof CompletenessSection>> => {
    const found = makeFindings();
    const acts = makeActFindings();
    // The owners first: an entry that arrives meanwhile is there when the log is read.
    const compared = [];
    for (const service of Object.keys(OWNERS)) compared.push(await compare(service, orgId, { period, found }));
    const comparedActs = await compareActs(orgId, period, acts);
    const verified = await verify(orgId, { from: period.from, to: period.until }, { gone });
    reportBreak(verified, found);
    const { gaps, removed } = await rangeFacts(orgId, period);
    found.gaps.total = gaps;
    return {
      ...toOutcome(
        [found.broken, found.gaps, found.missing, acts.missing],
        [found.removed, found.under_way, acts.removed, acts.under_way],
      ),
      total_entries: await entries.count(orgId, period),
      gaps,
      entries_verified: verified.entries_checked,
      details: {
        chain_valid: verified.valid,
        first_sequence: verified.first_sequence,
        last_sequence: verified.last_sequence,
        removed_entries: removed,
        compared,
        acts: comparedActs,
        not_compared: NOT_COMPARED,
      },
    };
  };
};
