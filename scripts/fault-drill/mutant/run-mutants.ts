import { join } from 'node:path';
import { REPOSITORY } from '../../runtime/paths.ts';
import { type Findings, inspect } from '../check/inspection.ts';
import { type Breaches, RULES, type Rule } from '../check/rules.ts';
import { openStores } from '../check/stores.ts';
import type { Surroundings } from '../drill.ts';
import { emptyLedger } from '../load/ledger.ts';
import { makePen } from '../load/pen.ts';
import { DrillMesh } from '../mesh/drill-mesh.ts';
import { type DatabaseName, KEEPERS, type Keeper } from '../mesh/drill-plan.ts';
import type { Organization } from '../mesh/organization.ts';
import { makeRandom } from '../random.ts';
import { applyEdits, type Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { copySource } from './source-copy.ts';

/** What came of one source: by which rules it was found wrong, and whether that was as it should be. */
export type Verdict = { name: string; broken: Rule[]; isRight: boolean };

type Trial = { name: string; mutant: Mutant | null; scenarios: readonly Scenario[]; breaks: readonly Rule[] };

/**
 * Plays the scenarios with the source as it is, which must break no rule, and each mutant's own scenario with the mutant,
 * which must break a rule that it should. Throws when a mutant fits the source no more.
 */
export const runMutants = async ({ directory, stopped, say }: Surroundings): Promise<Verdict[]> => {
  const sources = MUTANTS.map((mutant, index) => mutate(mutant, join(directory, 'source', String(index))));
  const mesh = await DrillMesh.start({ directory: join(directory, 'mesh'), stopped });
  try {
    const trials = [sourceAsItIs(), ...MUTANTS.map(trialOf)];
    const organizations = await mesh.provision(trials.map((_, index) => `mutant-${index}`));
    const verdicts: Verdict[] = [];
    for (const [index, trial] of trials.entries()) {
      stopped.throwIfAborted();
      const root = sources[index - 1] ?? REPOSITORY;
      const organization = organizations[index] as Organization;
      const stand = { mesh, stopped, say, root, prefix: `t${index}_`, organization };
      const verdict = judge(trial, await play(trial, stand));
      say(lineOf(verdict));
      verdicts.push(verdict);
    }
    return verdicts;
  } finally {
    await mesh.destroy();
  }
};

const mutate = (mutant: Mutant, directory: string): string => {
  const root = copySource(directory);
  applyEdits(root, mutant.edits);
  return root;
};

const sourceAsItIs = (): Trial => ({ name: 'the source as it is', mutant: null, scenarios: SCENARIOS, breaks: [] });

const trialOf = (mutant: Mutant): Trial => ({
  name: mutant.name,
  mutant,
  scenarios: SCENARIOS.filter(({ name }) => name === mutant.scenario),
  breaks: mutant.breaks,
});

type Stand = Omit<Surroundings, 'directory'> & {
  mesh: DrillMesh;
  root: string;
  prefix: string;
  organization: Organization;
};

const play = async ({ mutant, scenarios }: Trial, stand: Stand): Promise<Findings> => {
  const { mesh, stopped, prefix, organization } = stand;
  await startVaried(mutant, stand);
  const pen = makePen(organization, { baseUrls: mesh.baseUrls, ledger: emptyLedger(), stopped });
  const seen: Breaches = {};
  const prefixOf = (name: DatabaseName) => (name === 'identity' ? 'qsc_' : prefix);
  const stores = openStores({ ...mesh.backends, prefix: prefixOf });
  try {
    for (const scenario of scenarios) {
      await scenario.play({ mesh, pen, stores, stopped, seen, random: makeRandom(1) });
      stand.say(`        played: ${scenario.name}`);
    }
    return await inspect({ mesh, stores, pens: [pen], stopped, seen });
  } finally {
    await stores.close();
  }
};

// Each trial has databases of its own, so that it meets neither the data nor the indexes of another one.
const startVaried = async (mutant: Mutant | null, { mesh, root, prefix }: Stand): Promise<void> => {
  const environment = { MONGODB_DATABASE_PREFIX: prefix };
  const rootOf = (name: Keeper) => (mutant?.service === name ? root : REPOSITORY);
  await Promise.all(
    KEEPERS.filter((name) => name !== 'identity').map((name) => mesh.vary(name, { root: rootOf(name), environment })),
  );
};

const judge = ({ name, mutant, breaks }: Trial, { breaches }: Findings): Verdict => {
  const broken = Object.keys(breaches) as Rule[];
  const isRight = mutant === null ? broken.length === 0 : broken.some((rule) => breaks.includes(rule));
  return { name, broken, isRight };
};

const lineOf = ({ name, broken, isRight }: Verdict): string => {
  const found = broken.map((rule) => `not "${RULES[rule]}"`).join(', ');
  return `${isRight ? 'ok    ' : 'FAILED'}  ${name}: ${found || 'no rule broken'}`;
};
