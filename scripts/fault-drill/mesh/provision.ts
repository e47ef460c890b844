import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { REPOSITORY } from '../../runtime/paths.ts';

/** An organisation of the drill and the key that opens it. */
export type Organization = { id: string; apiKey: string };

const PROVISION = 'services/identity/src/provision.ts';
const GENEROUS = { requests_per_minute: 10_000_000, burst: 1_000_000 };

/** Creates organisations by identity's own program. Throws with what it said when it fails. */
export const provisionOrganizations = async (
  names: readonly string[],
  { environment, stopped }: { environment: Record<string, string>; stopped: AbortSignal },
): Promise<Organization[]> => {
  const child = spawn(process.execPath, [PROVISION], {
    cwd: REPOSITORY,
    env: { ...environment, LOG_LEVEL: 'error' },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: stopped,
  });
  child.stdin.end(JSON.stringify({ organizations: names.map(request) }));
  const [[code], output, said] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${PROVISION} ended with ${code}: ${said}`);
  const created = JSON.parse(output) as { organizations: { org_id: string; api_key: string }[] };
  return created.organizations.map(({ org_id, api_key }) => ({ id: org_id, apiKey: api_key }));
};

const request = (name: string) => ({
  name,
  tier: 'custom',
  limits: GENEROUS,
  users: [
    {
      email: `${name}@drill.example`,
      name: 'Drill',
      role: 'system_admin',
      password: `${crypto.randomUUID()}${crypto.randomUUID()}`.slice(0, 40),
    },
  ],
  api_key: { name: 'Drill' },
  client: { name: 'Drill' },
});
