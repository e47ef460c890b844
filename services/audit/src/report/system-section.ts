import type { z } from 'zod';
import type { Peers } from './peer.client.ts';
import { addTo, finding, outcomeOf, type SystemSection } from './report.ts';

type Section = z.infer<typeof SystemSection>;

type Parts = {
  peers: Peers;
  /** This program. */
  own: { name: string; version: string };
  /** What the newest recorded verification of the organisation's log found; null where none is recorded. */
  lastVerification: (orgId: string) => Promise<Section['details']['last_verification']>;
};

/** Programs that answer no questions of the mesh. */
const NOT_ASKED = ['gateway'];

const makeFindings = () => ({
  failed: finding('verification_failed', 'The last recorded verification of the log found the chain broken.'),
  unverified: finding('verification_not_recorded', 'No verification of the log is recorded.'),
  versions: finding('versions_differ', 'The programs of the mesh run different versions.'),
  drill: finding(
    'restore_drill_not_recorded',
    'No restore drill is recorded in the system. The organisation keeps the evidence of its restore drills.',
  ),
});

/** Which programs run in which versions, and when log and backups were last put to the test. */
export const makeSystemSection = ({ peers, own, lastVerification }: Parts) => {
  return async (orgId: string): Promise<Section> => {
    const found = makeFindings();
    const answered = await peers.programs(peers.names);
    const programs = [own, ...answered.map(({ name, version }) => ({ name, version }))];
    const verification = await lastVerification(orgId);
    if (!verification) addTo(found.unverified, {});
    if (verification?.valid === false) addTo(found.failed, {});
    if (new Set(programs.map(({ version }) => version)).size > 1)
      for (const { name } of programs) addTo(found.versions, { record: name });
    addTo(found.drill, {});
    return {
      ...outcomeOf([found.failed], [found.unverified, found.versions, found.drill]),
      programs: programs.length,
      details: { programs, not_asked: NOT_ASKED, last_verification: verification, last_restore_drill: null },
    };
  };
};
