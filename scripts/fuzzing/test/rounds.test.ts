import { expect } from 'chai';
import type { Phase } from '../fuzz.ts';
import { runRounds } from '../rounds.ts';

type Round = { seconds: number; phases: readonly Phase[] | undefined };

/** Runs rounds on a clock of its own, at so many cases in a second of it. */
const roundsAt = async (casesPerSecond: number, wanted: number, failures = 0) => {
  const rounds: Round[] = [];
  let now = 0;
  const run = async (seconds: number, phases?: readonly Phase[]) => {
    rounds.push({ seconds, phases });
    now += seconds * 1_000;
    return { cases: seconds * casesPerSecond, failures, said: 'what failed' };
  };
  const said: string[] = [];
  const passed = await runRounds({ fuzzer: { run }, say: (line) => said.push(line), now: () => now }, wanted);
  return { rounds, passed, said, lengths: rounds.map(({ seconds }) => seconds) };
};

describe('the rounds of made-up requests', () => {
  it('are as long as the cases that are left take at the pace so far, and end when there were enough', async () => {
    expect((await roundsAt(60, 20_000)).lengths).to.deep.equal([120, 120, 94]);
    expect((await roundsAt(50, 8_000)).lengths).to.deep.equal([120, 40]);
  });

  it('are one short one for few cases, however fast they come', async () => {
    for (const casesPerSecond of [5, 60, 250, 5_000])
      expect((await roundsAt(casesPerSecond, 100)).lengths, String(casesPerSecond)).to.deep.equal([20]);
  });

  it('go on until there were enough, however slowly they come', async () => {
    expect((await roundsAt(1, 100)).lengths).to.deep.equal([20, 80]);
  });

  it('try the rules of each schema once, and go on at random', async () => {
    const { rounds } = await roundsAt(60, 20_000);
    expect(rounds.map(({ phases }) => phases)).to.deep.equal([
      undefined,
      ['fuzzing', 'stateful'],
      ['fuzzing', 'stateful'],
    ]);
  });

  it('tell what failed, and end at once when there are no cases', async () => {
    const failed = await roundsAt(60, 100, 2);
    expect(failed.passed).to.equal(false);
    expect(failed.said).to.include('what failed');
    const none = await roundsAt(0, 100);
    expect([none.passed, none.lengths]).to.deep.equal([false, [20]]);
  });
});
