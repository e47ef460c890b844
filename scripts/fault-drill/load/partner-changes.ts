import { setTimeout as delay } from 'node:timers/promises';
import type { Connected } from '../partner/partner.ts';
import type { Random } from '../random.ts';
import { beginSync, synchronise } from './connection.ts';
import type { Pen } from './pen.ts';

type Parts = { pens: readonly Pen[]; random: Random; seed: number; stopped: AbortSignal };

/** Changes at the external system while faults happen. */
export type PartnerChanges = {
  /** Ends them, and resolves when what stands there last was synchronised. Throws what did not succeed. */
  end(): Promise<void>;
  /** Ends them at once, without a last synchronisation. */
  abandon(): void;
};

const PAUSE_MS = { low: 100, high: 500 };
const AT_ONCE = 3;
const NEW = 0.5;

/** Creates and changes records at the external system of each connected organisation, and asks for synchronisations all the time. */
export const runPartnerChanges = ({ pens, random, seed, stopped }: Parts): PartnerChanges => {
  const ending = new AbortController();
  const abandoned = new AbortController();
  const over = AbortSignal.any([stopped, abandoned.signal]);
  const running = Promise.all(pens.map((pen) => change(pen)));
  // It is awaited at the end; until then a failure is no unhandled one.
  running.catch(() => {});

  async function change(pen: Pen): Promise<void> {
    const { connected } = pen;
    if (!connected) return;
    for (let turn = 0; !ending.signal.aborted && !over.aborted; turn += 1) {
      for (let count = random.between(1, AT_ONCE); count > 0; count -= 1)
        changeOne(connected, `part-${seed}-${pen.orgId}-${turn}-${count}`, random);
      await beginSync(pen, connected, `sync-${seed}-${connected.id}-${turn}`);
      await delay(random.between(PAUSE_MS.low, PAUSE_MS.high));
    }
    await synchronise(pen, connected, over);
  }

  return {
    end() {
      ending.abort();
      return running.then(() => {});
    },
    abandon: () => abandoned.abort(),
  };
};

const changeOne = ({ shop }: Connected, key: string, random: Random): void => {
  const kept = shop.kept();
  if (kept.length === 0 || random.next() < NEW) shop.create(key);
  else shop.mark(random.pick(kept).name, key);
};
