import { VICTIMS, type Victim } from '../mesh/drill-mesh.ts';
import { type Replica, STATEFUL_REPLICAS } from '../mesh/drill-plan.ts';
import type { Wire } from '../wire/wire.ts';
import { type Fault, pause, type Scene } from './fault.ts';

const kill = (victim: Victim): Fault => ({
  name: `kill ${victim}`,
  needs: [],
  async run(scene) {
    await pause(scene, 0, 300);
    scene.mesh.kill(victim);
    return true;
  },
});

type Way = { from: Replica; to: 'mongodb' | 'rabbitmq' };

const getWire = ({ mesh }: Scene, { from, to }: Way): Wire => mesh.wires[from][to];

const cut = (way: Way): Fault => ({
  name: `cut ${way.from} from ${way.to}`,
  needs: [],
  async run(scene) {
    await pause(scene, 0, 300);
    getWire(scene, way).cut();
    await pause(scene, 50, 1_500);
    getWire(scene, way).restore();
    return true;
  },
});

const stall = (way: Way): Fault => ({
  name: `stall ${way.from} to ${way.to}`,
  needs: [],
  async run(scene) {
    await pause(scene, 0, 300);
    getWire(scene, way).stall();
    await pause(scene, 100, 2_500);
    getWire(scene, way).resume();
    return true;
  },
});

const WAYS: readonly Way[] = STATEFUL_REPLICAS.flatMap((from) => [
  { from, to: 'mongodb' as const },
  { from, to: 'rabbitmq' as const },
]);

/** Faults at any moment: each process is killed, each connection cut and stalled. */
export const PLAIN_FAULTS: readonly Fault[] = [...VICTIMS.map(kill), ...WAYS.map(cut), ...WAYS.map(stall)];
