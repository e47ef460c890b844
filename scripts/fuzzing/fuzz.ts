import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Advice, type Say } from '../runtime/command-line.ts';
import { readJson } from '../runtime/private-file.ts';
import { provision, unlimitedOrganization } from '../runtime/provision.ts';
import { readOutput } from '../runtime/tool.ts';
import type { RunningMesh } from './mesh.ts';
import { findSchemathesis } from './program.ts';

/** One run of Schemathesis over the whole document: how many requests it made up, and what it has to say of failures. */
export type FuzzRun = { cases: number; failures: number; said: string };

export type Fuzzer = {
  /** Throws the reason of the stop when it is stopped meanwhile. */
  run(seconds: number, phases?: readonly Phase[]): Promise<FuzzRun>;
  close(): void;
};

export type Phase = 'examples' | 'coverage' | 'fuzzing' | 'stateful';

type Report = { test_cases: { generated: number; unique_failures: number; errored: number }; errors: unknown[] };

const HERE = import.meta.dirname;
const PHASES: readonly Phase[] = ['examples', 'coverage', 'fuzzing', 'stateful'];
const TIMEOUT_MS = 300_000;

/** The ids by which the run would take away its own access. */
const keptIds = async (baseUrl: string, apiKey: string): Promise<string[]> => {
  const answer = await fetch(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${apiKey}` } });
  const { data } = (await answer.json()) as { data: { id: string; credential: { api_key_id: string } } };
  return [data.id, data.credential.api_key_id];
};

const environmentFor = async (mesh: RunningMesh, folder: string, stopped: AbortSignal): Promise<NodeJS.ProcessEnv> => {
  const wanted = ['Fuzz', 'Fuzz other'].map(unlimitedOrganization);
  const [own, other] = await provision(mesh.identityEnvironment, wanted, stopped);
  if (!own || !other) throw new Advice('The organisations for the run could not be created.');
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: folder,
    PYTHONDONTWRITEBYTECODE: '1',
    SCHEMATHESIS_HOOKS: join(HERE, 'hooks.py'),
    QSC_FUZZ_KEY: own.api_key,
    QSC_FUZZ_OTHER_KEY: other.api_key,
    QSC_FUZZ_KEPT_IDS: (await keptIds(mesh.demo.base_url, own.api_key)).join(','),
  };
};

const toResult = (report: Report | null, code: number | null, said: string): FuzzRun => {
  const { generated = 0, unique_failures = 0, errored = 0 } = report?.test_cases ?? {};
  const failures = unique_failures + errored + (report?.errors.length ?? 0);
  return { cases: generated, failures: code === 0 ? failures : Math.max(failures, 1), said };
};

/**
 * Prepares Schemathesis for a mesh, with organisations of its own there, so that no other data is touched. A round sends
 * made-up requests to every route of `/v1/openapi.json` for as many seconds. Throws `Advice` when it cannot be had.
 */
export const makeFuzzer = async (mesh: RunningMesh, stopped: AbortSignal, say: Say): Promise<Fuzzer> => {
  const program = await findSchemathesis(say);
  const folder = mkdtempSync(join(tmpdir(), 'qsc-fuzz-'));
  const env = await environmentFor(mesh, folder, stopped);
  const report = join(folder, 'report.json');
  return {
    async run(seconds, phases = PHASES) {
      stopped.throwIfAborted();
      rmSync(report, { force: true });
      const options = ['--max-time', String(seconds), '--phases', phases.join(','), '--no-shrink'];
      const reporting = ['--report', 'json', '--report-json-path', report];
      const document = `${mesh.demo.base_url}/v1/openapi.json`;
      const child = spawn(
        program,
        ['--config-file', join(HERE, 'schemathesis.toml'), 'run', document, ...options, ...reporting],
        { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: seconds * 1_000 + TIMEOUT_MS },
      );
      const { code, out, err } = await readOutput(child, stopped);
      return toResult(readJson<Report>(report), code, `${out}${err}`);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
};
