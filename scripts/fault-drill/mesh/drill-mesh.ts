import { setTimeout as delay } from 'node:timers/promises';
import { Advice, type Say } from '../../runtime/command-line.ts';
import { planMesh } from '../../runtime/mesh-plan.ts';
import { type DataPaths, prepareDataDirectory } from '../../runtime/paths.ts';
import type { Plan, ProcessSpec } from '../../runtime/plan.ts';
import { findFreePortBase, infrastructurePorts, requireFreePorts } from '../../runtime/ports.ts';
import { isReady } from '../../runtime/probe.ts';
import { sendSignal, startTicks } from '../../runtime/process-identity.ts';
import { addresses } from '../../runtime/processes.ts';
import { provision, unlimitedOrganization } from '../../runtime/provision.ts';
import { writeState } from '../../runtime/state.ts';
import { SupervisedProcess } from '../../runtime/supervised-process.ts';
import { openWires, type Wires, wiredEnvironment } from './wires.ts';

/** The services that keep data; each has its own wires. */
export const KEEPERS = ['identity', 'entity', 'audit'] as const;
export type Keeper = (typeof KEEPERS)[number];

/** An organisation of the drill and the key that opens it. */
export type Organization = { id: string; apiKey: string };

/** Everything that can be killed. */
export const VICTIMS = [...KEEPERS, 'gateway', 'mongodb', 'rabbitmq'] as const;
export type Victim = (typeof VICTIMS)[number];

/** How a process shall run instead: from another copy of the source, with other variables. */
export type Variation = { root: string; environment: Record<string, string> };

type Member = { spec: ProcessSpec; process: SupervisedProcess };
type Foundation = { plan: Plan; paths: DataPaths; wires: Record<Keeper, Wires>; portBase: number };
type Options = { directory: string; stopped: AbortSignal; mongodbParameters?: readonly string[] };

const LOOK_EVERY_MS = 50;
const READY_MS = 90_000;

/** A mesh of its own whose processes can be killed and whose connections can be disturbed. It lives in this process. */
export class DrillMesh {
  readonly wires: Record<Keeper, Wires>;
  readonly baseUrl: string;
  /** MongoDB and RabbitMQ themselves, past the wires. */
  readonly backends: { mongodbUri: string; amqpUrl: string };
  readonly #foundation: Foundation;
  readonly #stopped: AbortSignal;
  readonly #members = new Map<string, Member>();

  private constructor(foundation: Foundation, stopped: AbortSignal) {
    this.#foundation = foundation;
    this.#stopped = stopped;
    this.wires = foundation.wires;
    this.baseUrl = addresses(foundation.portBase).baseUrl;
    const { MONGODB_URI = '', AMQP_URL = '' } = this.#environmentOf('identity');
    this.backends = { mongodbUri: MONGODB_URI, amqpUrl: AMQP_URL };
  }

  /** Starts everything in the directory. Whatever was started is ended again when that fails or is stopped. */
  static async start({ directory, stopped, mongodbParameters = [] }: Options, say: Say): Promise<DrillMesh> {
    const paths = prepareDataDirectory(directory);
    const portBase = await findFreePortBase();
    const settings = {
      dataDir: directory,
      portBase,
      mongodbUri: null,
      amqpUrl: null,
      variables: { LOG_LEVEL: 'info' },
    };
    const plan = withParameters(await planMesh(settings, paths, say), mongodbParameters);
    await requireFreePorts(plan.processes.flatMap((spec) => spec.ports));
    const mesh = new DrillMesh({ plan, paths, portBase, wires: await openAllWires(portBase) }, stopped);
    try {
      await mesh.#startStages();
      return mesh;
    } catch (error) {
      await mesh.destroy();
      throw error;
    }
  }

  /** Creates organisations, past the wires. */
  async provision(names: readonly string[]): Promise<Organization[]> {
    const wanted = names.map(unlimitedOrganization);
    const created = await provision(this.#environmentOf('identity'), wanted, this.#stopped);
    return created.map(({ org_id, api_key }) => ({ id: org_id, apiKey: api_key }));
  }

  /** Kills a process as a crash does. Its supervisor starts it again. */
  kill(name: Victim): void {
    const { pid } = this.#member(name).process.view();
    if (pid !== null) sendSignal(-pid, 'SIGKILL');
  }

  /** Ends a process for good, politely. */
  async end(name: Victim): Promise<void> {
    await this.#member(name).process.stop();
  }

  /** Runs a service in another way from now on; it is ready when this resolves. */
  async vary(name: Keeper, variation: Variation): Promise<void> {
    await this.end(name);
    await this.#launch(this.#specOf(name), variation);
    await this.ready([name]);
  }

  /** Resolves when the processes, or all, do their work. Throws when they do not in time, or when all is stopped. */
  async ready(names: readonly string[] = [...this.#members.keys()]): Promise<void> {
    const giveUpAt = Date.now() + READY_MS;
    for (const name of names) {
      while (!(await this.#isReady(name))) {
        this.#stopped.throwIfAborted();
        if (Date.now() > giveUpAt)
          throw new Advice(`${name} is not ready. Its log is in ${this.#foundation.paths.logs}`);
        await delay(LOOK_EVERY_MS);
      }
    }
  }

  /** Kills everything and closes the wires. The data is worth nothing afterwards. */
  async destroy(): Promise<void> {
    const members = [...this.#members.values()];
    const ends = members.map(({ process }) => {
      const { pid } = process.view();
      const end = process.stop();
      if (pid !== null) sendSignal(-pid, 'SIGKILL');
      return end;
    });
    await Promise.all(ends);
    for (const { mongodb, rabbitmq } of Object.values(this.wires))
      await Promise.all([mongodb.close(), rabbitmq.close()]);
  }

  async #startStages(): Promise<void> {
    const stages = Object.entries(Object.groupBy(this.#foundation.plan.processes, ({ stage }) => stage));
    for (const [, specs = []] of stages.sort(([one], [other]) => Number(one) - Number(other))) {
      for (const spec of specs) void this.#launch(spec, null);
      await this.ready(specs.map(({ name }) => name));
    }
  }

  async #launch(spec: ProcessSpec, variation: Variation | null): Promise<void> {
    const { plan, wires } = this.#foundation;
    const own = isKeeper(spec.name) ? wiredEnvironment(spec.environment, wires[spec.name]) : spec.environment;
    const started = { ...spec, environment: { ...own, ...variation?.environment } };
    const around = { logs: plan.logs, changed: () => this.#note(), report: () => {} };
    const process = new SupervisedProcess(started, {
      ...around,
      workingDirectory: variation?.root ?? plan.workingDirectory,
    });
    this.#members.set(spec.name, { spec, process });
    await process.start();
  }

  // A later drill ends by this what a killed one has left behind.
  #note(): void {
    const processes = [...this.#members.values()].map(({ process }) => process.view());
    writeState(this.#foundation.paths.state, {
      supervisor: { pid: process.pid, ticks: startTicks(process.pid) },
      processes,
    });
  }

  async #isReady(name: string): Promise<boolean> {
    const { spec, process } = this.#member(name);
    return process.view().state === 'running' && (await isReady(spec.probe));
  }

  #member(name: string): Member {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`${name} was never started.`);
    return member;
  }

  #specOf(name: string): ProcessSpec {
    const spec = this.#foundation.plan.processes.find((one) => one.name === name);
    if (spec === undefined) throw new Error(`There is no ${name} in the plan.`);
    return spec;
  }

  #environmentOf(name: Keeper): Record<string, string> {
    return this.#specOf(name).environment;
  }
}

const isKeeper = (name: string): name is Keeper => KEEPERS.some((keeper) => keeper === name);

const withParameters = (plan: Plan, parameters: readonly string[]): Plan => ({
  ...plan,
  processes: plan.processes.map((spec) =>
    spec.name === 'mongodb' ? { ...spec, command: [...spec.command, ...parameters] } : spec,
  ),
});

const openAllWires = async (portBase: number): Promise<Record<Keeper, Wires>> => {
  const ports = infrastructurePorts(portBase);
  const [identity, entity, audit] = [await openWires(ports), await openWires(ports), await openWires(ports)];
  return { identity, entity, audit };
};
