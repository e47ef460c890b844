import type { Say } from '../runtime/command-line.ts';
import type { Fuzzer, Phase } from './fuzz.ts';

const ROUND_SECONDS = 120;
/** Schemathesis takes some of it to read the document. */
const SHORTEST_SECONDS = 20;
const EXPECTED_PACE = 60;
const AGAIN: readonly Phase[] = ['fuzzing', 'stateful'];

type Parts = { fuzzer: Pick<Fuzzer, 'run'>; say: Say /** Milliseconds. */; now: () => number };

const show = (count: number): string => count.toLocaleString('en');

/** A whole round, or as much of one as the cases that are left take, at the pace so far or the one that is usual. */
const secondsFor = (cases: number, wanted: number, tookMs: number): number => {
  const casesPerSecond = cases === 0 ? EXPECTED_PACE : cases / (tookMs / 1_000);
  return Math.min(ROUND_SECONDS, Math.max(SHORTEST_SECONDS, Math.ceil((wanted - cases) / casesPerSecond)));
};

/**
 * Rounds until there were enough cases; the first tries the rules of each schema, the others go on at random. Answers
 * whether there were enough and none failed.
 */
export const runRounds = async ({ fuzzer, say, now }: Parts, wanted: number): Promise<boolean> => {
  const beganAt = now();
  let [cases, failures] = [0, 0];
  for (let phases: readonly Phase[] | undefined; cases < wanted; phases = AGAIN) {
    const round = await fuzzer.run(secondsFor(cases, wanted, now() - beganAt), phases);
    cases += round.cases;
    failures += round.failures;
    if (round.failures > 0) say(round.said);
    say(`${show(cases)} of ${show(wanted)} cases, ${failures} failures`);
    if (round.cases === 0) break;
  }
  say(`\n${show(cases)} cases run in ${Math.round((now() - beganAt) / 1_000)} s, ${failures} failures`);
  return failures === 0 && cases >= wanted;
};
