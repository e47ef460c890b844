import { setTimeout as delay } from 'node:timers/promises';
import type { Breaches } from '../check/rules.ts';
import type { Stores } from '../check/stores.ts';
import type { DrillMesh, Victim } from '../mesh/drill-mesh.ts';
import type { Random } from '../random.ts';

/** Where a fault happens and what it may choose. */
export type Scene = {
  mesh: DrillMesh;
  stores: Stores;
  random: Random;
  stopped: AbortSignal;
  /** Rules that were seen broken on the way. */
  seen: Breaches;
};

/** Something that goes wrong while writes are under way. */
export type Fault = {
  name: string;
  /** What has to work, so that the moment can come. */
  needs: readonly Victim[];
  /** Lets it go wrong. Answers whether it did: a moment that never came is no fault. */
  run(scene: Scene): Promise<boolean>;
};

/** A pause of a random length. */
export const pause = ({ random }: Pick<Scene, 'random'>, low: number, high: number): Promise<void> =>
  delay(random.between(low, high));
