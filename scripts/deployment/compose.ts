import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Say } from '../runtime/command-line.ts';
import { findGoTool } from '../runtime/go-tool.ts';
import { REPOSITORY } from '../runtime/paths.ts';

/** The reference implementation of the Compose specification, which Docker Compose reads files by; Apache-2.0. */
const COMPOSE_GO = {
  name: 'compose-go',
  package: 'github.com/compose-spec/compose-go/v2/cmd',
  version: 'v2.16.2',
  command: 'cmd',
};

export const COMPOSE_FILE = join(REPOSITORY, 'docker-compose.yml');

/** What is read here of a service: all variables put in, all anchors followed. */
export type ComposeService = {
  image?: string;
  build?: { dockerfile: string };
  command: string[] | null;
  environment: Record<string, string | null>;
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  ports?: { host_ip?: string; published?: string; target: number }[];
  healthcheck?: { test: string[] };
};

export type Composed = { ok: true; services: Record<string, ComposeService> } | { ok: false; said: string };

/** Prepares what reads a Compose file. Throws `Advice` where it cannot be had. */
export const findCompose = (say: Say): Promise<string> => findGoTool(COMPOSE_GO, say);

const VARIABLE = /(?<!\$)\$\{(?<name>\w+)(?<how>:?[-?])(?<word>[^}]*)\}/g;

/** The text with its variables put in, by the specification's forms `:?`, `:-` and `-`. Throws what a missing one asks for. */
export const interpolated = (text: string, variables: Record<string, string>): string =>
  text.replaceAll(VARIABLE, (...match) => {
    const { name, how, word } = match.at(-1) as { name: string; how: string; word: string };
    const value = variables[name];
    if (value !== undefined && (value !== '' || !how.startsWith(':'))) return value;
    if (how.endsWith('?')) throw new Error(`${name} is missing: ${word}`);
    return word;
  });

/**
 * Reads a file as `docker compose` would: variables, anchors, the schema. The command of the reference implementation takes no
 * variables, so they are put in before it.
 */
export const readCompose = (compose: string, text: string, variables: Record<string, string>): Composed => {
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  try {
    const file = join(folder, 'docker-compose.yml');
    writeFileSync(file, interpolated(text, variables));
    const { status, stdout, stderr } = spawnSync(compose, ['-format', 'json', file], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) return { ok: false, said: stderr };
    return { ok: true, services: (JSON.parse(stdout) as { services: Record<string, ComposeService> }).services };
  } catch (error) {
    return { ok: false, said: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
