import type { Say } from './command-line.ts';
import type { Plan } from './plan.ts';
import { startTicks } from './process-identity.ts';
import { writeState } from './state.ts';
import { SupervisedProcess } from './supervised-process.ts';

/** Keeps the processes of a plan alive. Every change goes to the plan's state file at once. */
export class Supervisor {
  readonly #plan: Plan;
  readonly #report: Say;
  readonly #identity = { pid: process.pid, ticks: startTicks(process.pid) };
  readonly #members: { stage: number; process: SupervisedProcess }[];
  #stopped: Promise<void> | null = null;

  constructor(plan: Plan, report: Say) {
    this.#plan = plan;
    this.#report = report;
    const around = { ...plan, changed: () => this.#writeState(), report };
    this.#members = plan.processes.map((spec) => ({ stage: spec.stage, process: new SupervisedProcess(spec, around) }));
  }

  /** Starts stage after stage; resolves when everything was ready once, or when it was stopped before that. */
  async start(): Promise<void> {
    this.#writeState();
    for (const stage of this.#stages()) {
      if (this.#stopped !== null) return;
      await Promise.all(this.#inStage(stage).map((one) => one.start()));
    }
  }

  /** Stops the stages the other way round; resolves when nothing runs any more. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopStages();
    return this.#stopped;
  }

  async #stopStages(): Promise<void> {
    for (const stage of this.#stages().toReversed()) await Promise.all(this.#inStage(stage).map((one) => one.stop()));
  }

  #stages(): number[] {
    return [...new Set(this.#members.map((one) => one.stage))].sort((one, other) => one - other);
  }

  #inStage(stage: number): SupervisedProcess[] {
    return this.#members.filter((one) => one.stage === stage).map((one) => one.process);
  }

  #writeState(): void {
    try {
      const processes = this.#members.map((one) => one.process.view());
      writeState(this.#plan.state, { supervisor: this.#identity, processes });
    } catch (error) {
      // A full disk must not take the processes down with it.
      this.#report(`The state could not be written: ${String(error)}`);
    }
  }
}
