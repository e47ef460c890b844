import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from './command-line.ts';
import { openLog } from './log-file.ts';
import { logFile } from './paths.ts';
import type { Plan, ProcessSpec } from './plan.ts';
import { isReady } from './probe.ts';
import { sendSignal, startTicks } from './process-identity.ts';
import type { ProcessState } from './state.ts';

const PROBE_EVERY_MS = 150;

/** What the process is started with, and who wants to know of a change. */
export type Surroundings = Pick<Plan, 'workingDirectory' | 'logs'> & { changed: () => void; report: Say };

/** One process that is kept alive until it is asked to stop. Nothing runs before `start`. */
export class SupervisedProcess {
  readonly #spec: ProcessSpec;
  readonly #around: Surroundings;
  readonly #policy = new RestartPolicy();
  readonly #firstReady = Promise.withResolvers<void>();
  readonly #stopping = new AbortController();
  readonly #state: ProcessState;
  #child: ChildProcess | null = null;
  #gone: Promise<void> = Promise.resolve();
  #wasReady = false;

  constructor(spec: ProcessSpec, around: Surroundings) {
    this.#spec = spec;
    this.#around = around;
    this.#state = initialState(spec);
  }

  /** Starts it and resolves when it was ready for the first time, or when it was stopped before that. */
  start(): Promise<void> {
    this.#launch();
    return this.#firstReady.promise;
  }

  /** Ends it for good: politely first, by force when its grace is over. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#firstReady.resolve();
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    sendSignal(pid, 'SIGTERM');
    const force = setTimeout(() => sendSignal(-pid, 'SIGKILL'), this.#spec.stopGraceMs);
    await this.#gone;
    clearTimeout(force);
  }

  view(): ProcessState {
    return { ...this.#state };
  }

  #launch(): void {
    const startedAt = Date.now();
    const child = trySpawn(this.#spec, this.#around);
    if (child instanceof Error) {
      this.#startAgain(child.message, null, 0);
      return;
    }
    const pid = child.pid ?? null;
    this.#child = child;
    this.#change({
      pid,
      ticks: pid === null ? null : startTicks(pid),
      state: this.#state.state === 'failing' ? 'failing' : 'starting',
      started_at: new Date(startedAt).toISOString(),
    });
    this.#gone = ended(child).then((how) => this.#afterEnd(how, pid, Date.now() - startedAt));
    void this.#watchReadiness(child);
  }

  async #watchReadiness(child: ChildProcess): Promise<void> {
    while (this.#child === child && !this.#stopping.signal.aborted) {
      if ((await isReady(this.#spec.probe)) && this.#child === child) {
        this.#wasReady = true;
        this.#change({ state: 'running' });
        return this.#firstReady.resolve();
      }
      await delay(PROBE_EVERY_MS);
    }
  }

  #afterEnd(how: string, pid: number | null, livedMs: number): void {
    this.#child = null;
    // What the dead process left behind in its group would keep its ports.
    if (pid !== null) sendSignal(-pid, 'SIGKILL');
    if (this.#stopping.signal.aborted) this.#change({ pid: null, ticks: null, state: 'stopped' });
    else this.#startAgain(how, pid, livedMs);
  }

  #startAgain(how: string, pid: number | null, livedMs: number): void {
    const { name } = this.#spec;
    const { waitMs, failing } = this.#policy.died(this.#wasReady ? livedMs : 0);
    this.#wasReady = false;
    this.#around.report(`${name} (pid ${pid}) ended with ${how} after ${livedMs} ms; starts again in ${waitMs} ms`);
    const restarts = this.#state.restarts + 1;
    this.#change({ pid: null, ticks: null, state: failing ? 'failing' : 'stopped', restarts });
    void this.#launchAfter(waitMs);
  }

  async #launchAfter(waitMs: number): Promise<void> {
    try {
      await delay(waitMs, undefined, { signal: this.#stopping.signal });
      this.#launch();
    } catch {
      this.#change({ state: 'stopped' });
    }
  }

  #change(next: Partial<ProcessState>): void {
    Object.assign(this.#state, next);
    this.#around.changed();
  }
}

const initialState = (spec: ProcessSpec): ProcessState => ({
  name: spec.name,
  pid: null,
  ticks: null,
  http_port: spec.httpPort,
  state: 'stopped',
  restarts: 0,
  started_at: null,
  stop_grace_ms: spec.stopGraceMs,
  stage: spec.stage,
});

const trySpawn = (spec: ProcessSpec, around: Surroundings): ChildProcess | Error => {
  try {
    return spawnLogged(spec, around);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

const spawnLogged = (spec: ProcessSpec, around: Surroundings): ChildProcess => {
  const log = openLog(logFile(around.logs, spec.name));
  const [program, ...parameters] = spec.command;
  try {
    // A session of its own: a Ctrl-C at the terminal does not reach it, and its whole group can be ended.
    return spawn(program, parameters, {
      cwd: around.workingDirectory,
      env: spec.environment,
      stdio: ['ignore', log, log],
      detached: true,
    });
  } finally {
    closeSync(log);
  }
};

const ended = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });

const WAITS_MS = [250, 500, 1000, 1500] as const;
const LONG_LIFE_MS = 3000;
const FAILING_AFTER = 5;

/**
 * Decides how long to wait before a dead process is started again: a moment after a good life, a little longer after
 * each bad start in a row, always under two seconds. After five bad starts in a row the process is `failing`.
 */
export class RestartPolicy {
  #badStarts = 0;

  /** Takes how long the process lived; a life in which it never became ready counts as zero. */
  died(livedReadyMs: number): { waitMs: number; failing: boolean } {
    this.#badStarts = livedReadyMs >= LONG_LIFE_MS ? 0 : this.#badStarts + 1;
    const waitMs = WAITS_MS[Math.min(Math.max(this.#badStarts - 1, 0), WAITS_MS.length - 1)] ?? WAITS_MS[0];
    return { waitMs, failing: this.#badStarts >= FAILING_AFTER };
  }
}
