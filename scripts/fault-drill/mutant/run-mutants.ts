import { basename, join } from 'node:path';
import { type Findings, inspect } from '../check/inspection.ts';
import { type Breaches, RULES, type Rule } from '../check/rules.ts';
import type { Surroundings } from '../drill.ts';
import { emptyLedger } from '../load/ledger.ts';
import { makePen } from '../load/pen.ts';
import { DrillMesh } from '../mesh/drill-mesh.ts';
import type { Organization } from '../mesh/organization.ts';
import { makeRandom } from '../random.ts';
import { applyEdits, type Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { copySource } from './source-copy.ts';
import { makeStand, type Setting, type Stand } from './stand.ts';

/** What came of one source: by which rules it was found wrong, and whether that was as it should be. */
export type Verdict = { name: string; breaches: Breaches; isRight: boolean };

/** `setting`: null for the source as it is. */
type Trial = { name: string; setting: Setting | null; scenarios: readonly Scenario[]; breaks: readonly Rule[] };

/**
 * Plays the scenarios with the source as it is, which must break no rule, and each mutant's own scenario with the mutant,
 * which must break a rule that it should. Throws when a mutant fits the source no more.
 */
export const runMutants = async ({ directory, stopped, say }: Surroundings): Promise<Verdict[]> => {
  // Those of one service follow each other, so that it is put back but once.
  const mutants = MUTANTS.toSorted((one, other) => one.service.localeCompare(other.service));
  const trials = [
    sourceAsItIs(),
    ...mutants.map((mutant, index) => trialOf(mutant, join(directory, 'source', `t${index}`))),
  ];
  const mesh = await DrillMesh.start({ directory: join(directory, 'mesh'), stopped });
  try {
    const stand = makeStand(mesh);
    const organizations = await mesh.provision(trials.map((_, index) => `mutant-${index}`));
    const verdicts: Verdict[] = [];
    for (const [index, trial] of trials.entries()) {
      stopped.throwIfAborted();
      const organization = organizations[index] as Organization;
      const verdict = judge(trial, await play(trial, { mesh, stopped, say, stand, organization }));
      say(lineOf(verdict));
      verdicts.push(verdict);
    }
    return verdicts;
  } finally {
    await mesh.destroy();
  }
};

const sourceAsItIs = (): Trial => ({ name: 'the source as it is', setting: null, scenarios: SCENARIOS, breaks: [] });

/** The trial of a mutant, with databases of its own: it leaves neither its data nor its indexes to another one. */
const trialOf = ({ name, service, edits, scenario, breaks }: Mutant, directory: string): Trial => {
  const root = copySource(directory);
  applyEdits(root, edits);
  const setting = { service, root, mark: `${basename(directory)}_` };
  return { name, setting, scenarios: SCENARIOS.filter((one) => one.name === scenario), breaks };
};

type Place = Omit<Surroundings, 'directory'> & { mesh: DrillMesh; stand: Stand; organization: Organization };

const play = async ({ setting, scenarios }: Trial, place: Place): Promise<Findings> => {
  const { mesh, stopped, say, stand, organization } = place;
  await stand.set(setting);
  await mesh.ready();
  const pen = makePen(organization, { baseUrls: mesh.baseUrls, ledger: emptyLedger(), stopped });
  const seen: Breaches = {};
  const stores = stand.openStores();
  try {
    for (const scenario of scenarios) {
      await scenario.play({ mesh, pen, stores, stopped, seen, random: makeRandom(1) });
      say(`        played: ${scenario.name}`);
    }
    return await inspect({ mesh, stores, pens: [pen], stopped, seen });
  } finally {
    await stores.close();
  }
};

const judge = ({ name, setting, breaks }: Trial, { breaches }: Findings): Verdict => {
  const broken = Object.keys(breaches) as Rule[];
  const isRight = setting === null ? broken.length === 0 : broken.some((rule) => breaks.includes(rule));
  return { name, breaches, isRight };
};

const SHOWN = 3;

const lineOf = ({ name, breaches, isRight }: Verdict): string => {
  const shown = (broken: readonly string[]) => (isRight ? '' : ` (${broken.slice(0, SHOWN).join('; ')})`);
  const found = Object.entries(breaches).map(([rule, broken]) => `not "${RULES[rule as Rule]}"${shown(broken)}`);
  return `${isRight ? 'ok    ' : 'FAILED'}  ${name}: ${found.join(', ') || 'no rule broken'}`;
};
