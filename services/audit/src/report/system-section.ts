import type { Call } from '@qsc/service-kit';
import type { z } from 'zod';
import { addTo, finding, toOutcome } from './finding.ts';
import type { Peers } from './peer.client.ts';
import type { ReportPeriod, SystemSection } from './report.ts';

type Section = z.infer<typeof SystemSection>;

type Programs = Pick<Section['details'], 'programs' | 'not_asked'>;

type Parts = {
  peers: Peers;
  /** This program. */
  own: { name: string; version: string };
  /** The result of the newest verification of the organisation's log; null where there is none. */
  lastVerification: (orgId: string) => Promise<Section['details']['last_verification']>;
  /** The newest recorded restore drill that the organisation's log was part of; null where none is recorded. */
  lastRestoreDrill: (orgId: string) => Promise<Section['details']['last_restore_drill']>;
  /** The newest recorded qualification of the system; null where none is recorded. */
  lastQualification: (orgId: string) => Promise<Section['details']['last_qualification']>;
  /** The collections of the service from which the database removes documents automatically. */
  expiring: () => Promise<string[]>;
};

/** The gateway has no gRPC server; it sends its version with each request. */
const GATEWAY = 'gateway';

/** A year, possibly a leap year: how long a restore drill counts. */
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
  qualificationFailed: finding(
    'qualification_failed',
    'The last recorded qualification of the system found steps that failed.',
  ),
  drillFailed: finding('restore_drill_failed', 'The last recorded restore drill did not pass.'),
});

/** The versions of the programs, expiring collections, and the last verification and restore drill. */
export const makeSystemSection = ({
  peers,
  own,
  lastVerification,
  lastRestoreDrill,
  lastQualification,
  expiring,
}: Parts) => {
  const readPrograms = async ({ gatewayVersion }: Pick<Call, 'gatewayVersion'>): Promise<Programs> => {
    const answered = await peers.programs(peers.names);
    const gateway = gatewayVersion === undefined ? [] : [{ name: GATEWAY, version: gatewayVersion }];
    return {
      programs: [own, ...gateway, ...answered.map(({ name, version }) => ({ name, version }))],
      not_asked: gateway.length > 0 ? [] : [GATEWAY],
    };
  };

  return async (
    orgId: string,
    { now }: Pick<ReportPeriod, 'now'>,
    call: Pick<Call, 'gatewayVersion'>,
  ): Promise<Section> => {
    const found = makeFindings();
    const { programs, not_asked } = await readPrograms(call);
    const verification = await lastVerification(orgId);
    if (!verification) addTo(found.unverified, {});
    if (verification?.valid === false) addTo(found.failed, {});
    if (new Set(programs.map(({ version }) => version)).size > 1)
      for (const { name } of programs) addTo(found.versions, { record: name });
    const drill = await lastRestoreDrill(orgId);
    if (!drill) addTo(found.drill, {});
    if (drill && now.getTime() - new Date(drill.at).getTime() > DRILL_COUNTS_MS) addTo(found.drillOld, {});
    if (drill?.passed === false) addTo(found.drillFailed, {});
    const qualification = await lastQualification(orgId);
    if (qualification?.result === 'failed') addTo(found.qualificationFailed, { record: qualification.id });
    for (const name of await expiring()) addTo(found.expiring, { record: name });
    return {
      ...toOutcome(
        [found.failed, found.expiring, found.drillFailed],
        [found.unverified, found.versions, found.drill, found.drillOld, found.qualificationFailed],
      ),
      programs: programs.length,
      details: {
        programs,
        not_asked,
        last_verification: verification,
        last_restore_drill: drill,
        last_qualification: qualification,
      },
    };
  };
};
