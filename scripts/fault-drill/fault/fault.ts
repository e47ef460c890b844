import { setTimeout as delay } from 'node:timers/promises';
import type { DrillMesh, Victim } from '../mesh/drill-mesh.ts';
import type { Random } from '../random.ts';
import type { Watch } from '../wire/wire.ts';

/** Where a fault happens and what it may choose. */
export type Scene = { mesh: DrillMesh; random: Random };

/** Something that goes wrong while writes are under way. */
export type Fault = {
  name: string;
  /** What has to work, so that the moment can come. */
  needs: readonly Victim[];
  /** Lets it go wrong. Answers whether it did: a moment that never came is no fault. */
  run(scene: Scene): Promise<boolean>;
};

const MOMENT_MS = 3_000;

/** Waits for the moment that a watch is about. Answers whether it came. */
export const momentOf = async ({ reached }: Watch): Promise<boolean> => {
  const late = new AbortController();
  try {
    return await Promise.race([
      reached.then(() => true),
      delay(MOMENT_MS, false, { signal: late.signal, ref: false }).catch(() => false),
    ]);
  } finally {
    late.abort();
  }
};

/** A pause of a random length. */
export const pause = ({ random }: Pick<Scene, 'random'>, low: number, high: number): Promise<void> =>
  delay(random.between(low, high));
