import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from '../../runtime/command-line.ts';
import type { Pacer } from '../load/pacer.ts';
import { type Deck, makeDeck } from './deck.ts';
import type { Fault, Scene } from './fault.ts';

type Parts = Scene & { pacer: Pacer; writes: number; faults: number; until: number; say: Say };

/** What went wrong, and how often. */
export type FaultCounts = Map<string, number>;

const ATTEMPTS_PER_FAULT = 3;
const NEXT_AFTER = 0.7;

/**
 * Lets the faults go wrong one after another, each try with its share of the writes that are left; the next may begin before
 * all is well again. Ends when there were so many, when the time is up, or when moments keep not coming.
 */
export const runFaults = async (parts: Parts): Promise<FaultCounts> => {
  const { pacer, writes, faults, stopped, say } = parts;
  const counts: FaultCounts = new Map();
  const deck = makeDeck(parts.random);
  let [struck, upTo] = [0, 0];
  for (let attempt = 0; struck < faults && attempt < faults * ATTEMPTS_PER_FAULT; attempt += 1) {
    stopped.throwIfAborted();
    const fault = getNext(deck, parts);
    if (fault === null) {
      pacer.end();
      return counts;
    }
    // A try that fails uses its writes up; the next one needs some too, or its moment cannot come.
    const share = (writes - upTo) / (faults - struck + 1);
    upTo += share;
    const came = await strike(fault, { ...parts, upTo: Math.ceil(upTo) });
    deck.settle(fault, came);
    if (!came) continue;
    struck += 1;
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    say(`fault ${String(struck).padStart(String(faults).length)}/${faults}  ${fault.name}`);
    await pacer.reached(Math.floor(upTo - share * (1 - NEXT_AFTER)));
  }
  pacer.allow(writes);
  return counts;
};

const getNext = (deck: Deck, { until, say }: Parts): Fault | null => {
  if (Date.now() > until) {
    say('the time is up');
    return null;
  }
  const fault = deck.draw();
  if (fault === null) say('the moment of a loss did not come');
  return fault;
};

const strike = async (fault: Fault, parts: Parts & { upTo: number }): Promise<boolean> => {
  await parts.mesh.ready(fault.needs);
  const outcome = fault.run(parts);
  await delay(0);
  parts.pacer.allow(parts.upTo);
  return outcome;
};
