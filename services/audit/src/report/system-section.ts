import type { Call } from '@qsc/service-kit';
import type { z } from 'zod';
import { addTo, finding, outcomeOf } from './finding.ts';
import type { Peers } from './peer.client.ts';
import type { ReportPeriod, SystemSection } from './report.ts';

type Section = z.infer<typeof SystemSection>;

type Programs = Pick<Section['details'], 'programs' | 'not_asked'>;

type Parts = {
  peers: Peers;
  /** This program. */
  own: { name: string; version: string };
  /** What the newest recorded verification of the organisation's log found; null where none is recorded. */
  lastVerification: (orgId: string) => Promise<Section['details']['last_verification']>;
  /** The newest recorded restore drill that the organisation's log was part of; null where none is recorded. */
  lastRestoreDrill: (orgId: string) => Promise<Section['details']['last_restore_drill']>;
  /** The collections of the service of which the database removes documents by itself. */
  expiring: () => Promise<string[]>;
};

/** It answers no questions of the mesh; the one that has passed the request on has told its version with it. */
const GATEWAY = 'gateway';

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
  expiring: finding(
    'evidence_expires',
    'An index of the audit database lets documents expire, which removes them unseen. Find out who made it, and drop it.',
  ),
  drillFailed: finding('restore_drill_failed', 'The last recorded restore drill did not pass.'),
});

/** Which programs run in which versions, whether the log is kept, and when it and backups were last put to the test. */
export const makeSystemSection = ({ peers, own, lastVerification, lastRestoreDrill, expiring }: Parts) => {
  const programsOf = async ({ gatewayVersion }: Pick<Call, 'gatewayVersion'>): Promise<Programs> => {
    const answered = await peers.programs(peers.names);
    const told = gatewayVersion === undefined ? [] : [{ name: GATEWAY, version: gatewayVersion }];
    return {
      programs: [own, ...told, ...answered.map(({ name, version }) => ({ name, version }))],
      not_asked: told.length > 0 ? [] : [GATEWAY],
    };
  };

  return async (
    orgId: string,
    { now }: Pick<ReportPeriod, 'now'>,
    call: Pick<Call, 'gatewayVersion'>,
  ): Promise<Section> => {
    const found = makeFindings();
    const { programs, not_asked } = await programsOf(call);
    const verification = await lastVerification(orgId);
    if (!verification) addTo(found.unverified, {});
    if (verification?.valid === false) addTo(found.failed, {});
    if (new Set(programs.map(({ version }) => version)).size > 1)
      for (const { name } of programs) addTo(found.versions, { record: name });
    const drill = await lastRestoreDrill(orgId);
    if (!drill) addTo(found.drill, {});
    if (drill && now.getTime() - new Date(drill.at).getTime() > DRILL_COUNTS_MS) addTo(found.drillOld, {});
    if (drill?.passed === false) addTo(found.drillFailed, {});
    for (const name of await expiring()) addTo(found.expiring, { record: name });
    return {
      ...outcomeOf(
        [found.failed, found.expiring, found.drillFailed],
        [found.unverified, found.versions, found.drill, found.drillOld],
      ),
      programs: programs.length,
      details: { programs, not_asked, last_verification: verification, last_restore_drill: drill },
    };
  };
};
