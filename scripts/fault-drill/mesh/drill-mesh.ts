import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Advice } from '../../runtime/command-line.ts';
import { migrateBy } from '../../runtime/migration.ts';
import { type DataPaths, prepareDataDirectory } from '../../runtime/paths.ts';
import type { ProcessSpec } from '../../runtime/plan.ts';
import { requireFreePorts } from '../../runtime/ports.ts';
import { isReady } from '../../runtime/probe.ts';
import { sendSignal, startTicks } from '../../runtime/process-identity.ts';
import { writeState } from '../../runtime/state.ts';
import { SupervisedProcess } from '../../runtime/supervised-process.ts';
import { openPartner, type Partner } from '../partner/partner.ts';
import { closeReceivers, openReceivers, type Receivers } from '../receiver/receiver.ts';
import {
  DATABASES,
  type DrillPlan,
  HANG_MS,
  type Keeper,
  type Member,
  MONGODB_MEMBERS,
  openWires,
  type PlanDrill,
  planDrill,
  REPLICAS,
  type Replica,
  STATEFUL_REPLICAS,
  type Wires,
  wiredEnvironment,
} from './drill-plan.ts';
import { type Organization, provisionOrganizations } from './organization.ts';

/** Everything that can be killed. */
export const VICTIMS = [...STATEFUL_REPLICAS, ...REPLICAS.gateway, 'mongodb', 'rabbitmq'] as const;
export type Victim = (typeof VICTIMS)[number];

type Running = { spec: ProcessSpec; process: SupervisedProcess };
type Foundation = DrillPlan & {
  paths: DataPaths;
  wires: Record<Replica, Wires>;
  receivers: Receivers;
  partner: Partner;
};
type Options = { directory: string; stopped: AbortSignal; plan?: PlanDrill };

const LOOK_EVERY_MS = 50;

/** A mesh of its own whose processes can be killed and whose connections can be disturbed. It lives in this process. */
export class DrillMesh {
  readonly wires: Record<Replica, Wires>;
  /** Where webhooks of the mesh are received. */
  readonly receivers: Receivers;
  /** The external system that connections of the mesh lead to. */
  readonly partner: Partner;
  /** The two gateways; each has a replica of every service for itself. */
  readonly baseUrls: readonly [string, string];
  /** MongoDB and RabbitMQ themselves, past the wires. */
  readonly backends: { mongodbUri: string; amqpUrl: string };
  readonly #foundation: Foundation;
  readonly #stopped: AbortSignal;
  readonly #struck: { name: string; at: number }[] = [];
  readonly #members = new Map<string, Running>();

  private constructor(foundation: Foundation, stopped: AbortSignal) {
    this.#foundation = foundation;
    this.#stopped = stopped;
    this.wires = foundation.wires;
    this.receivers = foundation.receivers;
    this.partner = foundation.partner;
    this.baseUrls = foundation.baseUrls;
    const { MONGODB_URI = '' } = this.#specOf('identity-1').environment;
    this.backends = { mongodbUri: MONGODB_URI, amqpUrl: foundation.amqpUrl };
  }

  /** Starts everything in the directory. Whatever was started is ended again when that fails or is stopped. */
  static async start({ directory, stopped, plan = planDrill }: Options): Promise<DrillMesh> {
    const paths = prepareDataDirectory(directory);
    const planned = await plan({ directory, paths });
    await requireFreePorts(planned.plan.processes.flatMap((spec) => spec.ports));
    const opened = [openAllWires(planned.wired), openReceivers(), openPartner()] as const;
    const [wires, receivers, partner] = await Promise.all(opened);
    const mesh = new DrillMesh({ ...planned, paths, wires, receivers, partner }, stopped);
    try {
      await mesh.#startStages();
      return mesh;
    } catch (error) {
      await mesh.destroy();
      throw error;
    }
  }

  /** Creates organisations, past the wires. */
  provision(names: readonly string[]): Promise<Organization[]> {
    return provisionOrganizations(this.#specOf('identity-1').environment, names, this.#stopped);
  }

  /** Kills a process as a crash does. Its supervisor starts it again. */
  kill(name: Victim | Member): void {
    this.#strike(name, 'SIGKILL');
  }

  /** Stops a process where it stands; its connections stay open and nothing is answered, until `resume`. */
  pause(name: Member): void {
    this.#strike(name, 'SIGSTOP');
  }

  resume(name: Member): void {
    this.#strike(name, 'SIGCONT');
  }

  #strike(name: Victim | Member, signal: NodeJS.Signals): void {
    const { pid } = this.#member(name).process.view();
    if (pid !== null) sendSignal(-pid, signal);
    this.#struck.push({ name, at: Date.now() });
  }

  /**
   * Kills a replica and ends its connections at once: what the wires hold of it never arrives, however long a busy machine
   * takes to end the process.
   */
  strikeDown(name: Replica): void {
    this.kill(name);
    for (const wire of Object.values(this.wires[name])) {
      wire.cut();
      wire.restore();
    }
  }

  /** When a replica of a service, or MongoDB, was killed or paused, and when the way between them was disturbed: in milliseconds. */
  interruptions(service: Keeper): number[] {
    const victims: readonly string[] = [...REPLICAS[service], 'mongodb', ...MONGODB_MEMBERS];
    const kills = this.#struck.filter(({ name }) => victims.includes(name)).map(({ at }) => at);
    return [...kills, ...REPLICAS[service].flatMap((name) => this.wires[name].mongodb.interruptions)];
  }

  /** Ends a process by SIGTERM and runs it from the source at `root`; it is ready when this resolves. Answers how long it took to end. */
  async replace(name: string, root: string): Promise<number> {
    const beganAt = Date.now();
    await this.#member(name).process.stop();
    const stopMs = Date.now() - beganAt;
    void this.#launch(this.#specOf(name), root);
    await this.ready([name]);
    return stopMs;
  }

  /** Brings every database up to date by the source in a directory, while the processes go on. Throws when one cannot be. */
  async migrate(root: string): Promise<void> {
    for (const name of DATABASES) await migrateBy(this.#specOf(`${name}-1`), root);
  }

  /** What a process is started with. */
  getSpec(name: Member): ProcessSpec {
    return this.#specOf(name);
  }

  /** Where a process answers HTTP. */
  getPort(name: string): number {
    return this.#specOf(name).httpPort ?? 0;
  }

  /** Kills RabbitMQ and starts it with nothing: no queue, no exchange, no message. It is ready when this resolves. */
  async wipeBroker(): Promise<void> {
    await this.#crash('rabbitmq');
    const mnesia = join(this.#foundation.paths.rabbitmq, 'mnesia');
    rmSync(mnesia, { recursive: true });
    mkdirSync(mnesia, { mode: 0o700 });
    await this.#launch(this.#specOf('rabbitmq'));
  }

  /** Whether a process does its work at this moment. */
  async isReady(name: string): Promise<boolean> {
    const { spec, process } = this.#member(name);
    return process.view().state === 'running' && (await isReady(spec.probe));
  }

  /** Resolves when the processes, or all, do their work. Throws when they do not in time, or when all is stopped. */
  async ready(names: readonly string[] = [...this.#members.keys()]): Promise<void> {
    const giveUpAt = Date.now() + HANG_MS;
    for (const name of names) {
      while (!(await this.isReady(name))) {
        this.#stopped.throwIfAborted();
        if (Date.now() > giveUpAt)
          throw new Advice(`${name} is not ready. Its log is in ${this.#foundation.paths.logs}`);
        await delay(LOOK_EVERY_MS);
      }
    }
  }

  /** Kills everything and closes the wires. The data is worth nothing afterwards. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#members.keys()].map((name) => this.#crash(name)));
    for (const { mongodb, rabbitmq } of Object.values(this.wires))
      await Promise.all([mongodb.close(), rabbitmq.close()]);
    await Promise.all([closeReceivers(this.receivers), this.partner.close()]);
  }

  /** Kills a process for good. */
  async #crash(name: string): Promise<void> {
    const { process } = this.#member(name);
    const { pid } = process.view();
    const end = process.stop();
    if (pid !== null) sendSignal(-pid, 'SIGKILL');
    await end;
  }

  async #startStages(): Promise<void> {
    const stages = Object.entries(Object.groupBy(this.#foundation.plan.processes, ({ stage }) => stage));
    for (const [, specs = []] of stages.sort(([one], [other]) => Number(one) - Number(other))) {
      for (const spec of specs) void this.#launch(spec);
      await this.ready(specs.map(({ name }) => name));
    }
  }

  async #launch(spec: ProcessSpec, root = this.#foundation.plan.workingDirectory): Promise<void> {
    const { plan, wires } = this.#foundation;
    const environment = isReplica(spec.name) ? wiredEnvironment(spec.environment, wires[spec.name]) : spec.environment;
    const around = { logs: plan.logs, changed: () => this.#note(), report: () => {} };
    const process = new SupervisedProcess({ ...spec, environment }, { ...around, workingDirectory: root });
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

  #member(name: string): Running {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`${name} was never started.`);
    return member;
  }

  #specOf(name: string): ProcessSpec {
    const spec = this.#foundation.plan.processes.find((one) => one.name === name);
    if (spec === undefined) throw new Error(`There is no ${name} in the plan.`);
    return spec;
  }
}

const isReplica = (name: string): name is Replica => STATEFUL_REPLICAS.some((replica) => replica === name);

const openAllWires = async (ports: DrillPlan['wired']): Promise<Record<Replica, Wires>> => {
  const opened = STATEFUL_REPLICAS.map(async (name) => [name, await openWires(ports)] as const);
  return Object.fromEntries(await Promise.all(opened)) as Record<Replica, Wires>;
};
