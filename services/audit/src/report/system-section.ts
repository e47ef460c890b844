import type { z } from 'zod';
import type { Peers } from './peer.client.ts';
import { addTo, finding, outcomeOf, type ReportPeriod, type SystemSection } from './report.ts';

type Section = z.infer<typeof SystemSection>;

type Parts = {
  peers: Peers;
  /** This program. */
  own: { name: string; version: string };
  /** What the newest recorded verification of the organisation's log found; null where none is recorded. */
  lastVerification: (orgId: string) => Promise<Section['details']['last_verification']>;
  /** The newest recorded restore drill that the organisation's log was part of; null where none is recorded. */
  lastRestoreDrill: (orgId: string) => Promise<Section['details']['last_restore_drill']>;
};

/** Programs that answer no questions of the mesh. */
const NOT_ASKED = ['gateway'];

/** A year, be it a leap year: so long a restore drill counts. */
const DRILL_COUNTS_MS = 366 * 86_400_000;

const makeFindings = () => ({
  failed: finding('verification_failed', 'The last recorded verification of the log found the chain broken.'),
  unverified: finding('verification_not_recorded', 'No verification of the log is recorded.'),
  versions: finding('versions_differ', 'The programs of the mesh run different versions.'),
  drill: finding(
    'restore_drill_not_recorded',
    'No restore drill is recorded in the system. The organisation keeps the evidence of its restore drills.',
  ),
  drillOld: finding('restore_drill_old', 'The last recorded restore drill is older than a year.'),
  drillFailed: finding('restore_drill_failed', 'The last recorded restore drill did not pass.'),
});

/** Which programs run in which versions, and when log and backups were last put to the test. */
export const makeSystemSection = ({ peers, own, lastVerification, lastRestoreDrill }: Parts) => {
  return async (orgId: string, { now }: Pick<ReportPeriod, 'now'>): Promise<Section> => {
    const found = makeFindings();
    const answered = await peers.programs(peers.names);
    const programs = [own, ...answered.map(({ name, version }) => ({ name, version }))];
    const verification = await lastVerification(orgId);
    if (!verification) addTo(found.unverified, {});
    if (verification?.valid === false) addTo(found.failed, {});
    if (new Set(programs.map(({ version }) => version)).size > 1)
      for (const { name } of programs) addTo(found.versions, { record: name });
    const drill = await lastRestoreDrill(orgId);
    if (!drill) addTo(found.drill, {});
    if (drill && now.getTime() - new Date(drill.at).getTime() > DRILL_COUNTS_MS) addTo(found.drillOld, {});
    if (drill?.passed === false) addTo(found.drillFailed, {});
    return {
      ...outcomeOf([found.failed, found.drillFailed], [found.unverified, found.versions, found.drill, found.drillOld]),
      programs: programs.length,
      details: { programs, not_asked: NOT_ASKED, last_verification: verification, last_restore_drill: drill },
    };
  };
};
