import { setTimeout as delay } from 'node:timers/promises';
import type { DrillMesh } from '../mesh/drill-mesh.ts';
import { REPLICAS, type Service } from '../mesh/drill-plan.ts';
import type { Doors } from './rolling-plan.ts';

/** From which copy of the source everything runs afterwards. */
export type Wave = { mesh: DrillMesh; doors: Doors; root: string; stopped: AbortSignal };

/** How many were replaced, and the longest that one took from SIGTERM to its end. */
export type WaveFigures = { replaced: number; longestStopMs: number };

/** A cluster tells its nodes of a leaving replica in the time that this stands for; requests reach it meanwhile. */
const NOTICE_MS = 500;

/** Replaces one replica after another, everything, each by SIGTERM; the next one only when this one is ready again. */
export const replaceAll = async (wave: Wave): Promise<WaveFigures> => {
  let [replaced, longestStopMs] = [0, 0];
  for (const service of Object.keys(REPLICAS) as Service[])
    for (const replica of REPLICAS[service]) {
      wave.stopped.throwIfAborted();
      longestStopMs = Math.max(longestStopMs, await replaceOne(wave, service, replica));
      replaced += 1;
    }
  return { replaced, longestStopMs };
};

const replaceOne = async ({ mesh, doors, root }: Wave, service: Service, replica: string): Promise<number> => {
  const door = doors.get(service);
  const port = mesh.portOf(replica);
  const left = delay(NOTICE_MS).then(() => door?.leave(port));
  const stopMs = await mesh.replace(replica, root);
  await left;
  door?.join(port);
  return stopMs;
};
