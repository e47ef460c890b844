import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Provisioned, ProvisionedKey, ProvisionRequest } from '../../services/identity/src/provisioning.ts';
import { Advice } from './command-line.ts';
import { REPOSITORY } from './paths.ts';
import { readOutput } from './tool.ts';

/** An organisation to create: its users, keys and client. */
export type NewOrganization = ProvisionRequest['organizations'][number];

const PROGRAM = 'services/identity/src/provision.ts';
const TIMEOUT_MS = 300_000;

/** Limits that no run of a program here reaches. */
export const UNLIMITED = { requests_per_minute: 10_000_000, burst: 1_000_000 };

/** A password that nobody guesses. */
export const newPassword = (): string => randomBytes(15).toString('base64url');

/** An organisation for a program to work in: without limits, with one administrator. */
export const unlimitedOrganization = (name: string): NewOrganization => {
  const mark = randomBytes(5).toString('hex');
  return {
    name: `${name} ${mark}`,
    tier: 'custom',
    limits: UNLIMITED,
    users: [{ email: `admin@${mark}.example`, name: 'Admin', role: 'system_admin', password: newPassword() }],
    api_key: { name: `${name} key` },
    client: { name: `${name} application` },
  };
};

/** Creates organisations by the identity service's own program. Throws `Advice` with what that program said. */
export const provision = async (
  environment: Record<string, string>,
  organizations: readonly NewOrganization[],
  stopped?: AbortSignal,
): Promise<Provisioned[]> => (await provisionAll(environment, { organizations, keys: [] }, stopped)).organizations;

/** As `provision`, with further keys for users of these or of earlier organisations. */
export const provisionAll = async (
  environment: Record<string, string>,
  request: { organizations: readonly NewOrganization[]; keys: ProvisionRequest['keys'] },
  stopped?: AbortSignal,
): Promise<{ organizations: Provisioned[]; keys: ProvisionedKey[] }> => {
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: REPOSITORY,
    env: { ...environment, LOG_LEVEL: 'error' },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  // A program that ended before it read its input says why by its exit.
  child.stdin.on('error', () => {}).end(JSON.stringify(request));
  const { code, out, err } = await readOutput(child, stopped);
  if (code !== 0) throw new Advice(`The organisations could not be created (${PROGRAM}):\n${err.trim()}`);
  return JSON.parse(out) as { organizations: Provisioned[]; keys: ProvisionedKey[] };
};
