import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from '../../runtime/command-line.ts';
import type { Pace } from '../load/pace.ts';
import type { Fault, Scene } from './fault.ts';
import { LOSSES } from './losses.ts';
import { PLAIN_FAULTS } from './plain-faults.ts';
import { TARGETED_FAULTS } from './targeted-faults.ts';

type Parts = Scene & { pace: Pace; writes: number; faults: number; until: number; say: Say };

/** What went wrong, and how often. */
export type FaultCounts = Map<string, number>;

const ATTEMPTS_PER_FAULT = 3;
const NEXT_AFTER = 0.7;

/**
 * Lets the faults go wrong one after another, each with its share of the writes under way; the next may begin before all is
 * well again. What the broker loses comes first, and every kind before one comes again. Ends when there were so many, when the time is up, or when moments keep not coming.
 */
export const runFaults = async (parts: Parts): Promise<FaultCounts> => {
  const { pace, writes, faults, until, stopped, say } = parts;
  const counts: FaultCounts = new Map();
  const next = makeDeck(parts);
  let struck = 0;
  for (let attempt = 0; struck < faults && attempt < faults * ATTEMPTS_PER_FAULT; attempt += 1) {
    stopped.throwIfAborted();
    if (Date.now() > until) {
      say('the time is up');
      pace.end();
      return counts;
    }
    const fault = next();
    const share = (struck + 1) / faults;
    if (!(await strike(fault, { ...parts, upTo: Math.ceil(writes * share) }))) continue;
    struck += 1;
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    say(`fault ${String(struck).padStart(String(faults).length)}/${faults}  ${fault.name}`);
    await pace.reached(Math.floor(writes * (share - (1 - NEXT_AFTER) / faults)));
  }
  pace.allow(writes);
  return counts;
};

const strike = async (fault: Fault, parts: Parts & { upTo: number }): Promise<boolean> => {
  await parts.mesh.ready(fault.needs);
  const outcome = fault.run(parts);
  await delay(0);
  parts.pace.allow(parts.upTo);
  return outcome;
};

const makeDeck = ({ random }: Scene): (() => Fault) => {
  let deck: Fault[] = [...LOSSES];
  return () => {
    // Moments that can be aimed at come twice as often as those that cannot.
    if (deck.length === 0) deck = [...PLAIN_FAULTS, ...LOSSES, ...TARGETED_FAULTS, ...TARGETED_FAULTS];
    const fault = random.pick(deck);
    deck.splice(deck.indexOf(fault), 1);
    return fault;
  };
};
