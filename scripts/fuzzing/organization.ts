import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Advice } from '../runtime/command-line.ts';
import type { DemoOrganization } from '../runtime/demo.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import type { RunningMesh } from './mesh.ts';

const PROVISION = 'services/identity/src/provision.ts';
const PATIENCE_MS = 120_000;
const UNLIMITED = { requests_per_minute: 10_000_000, burst: 1_000_000 };

const request = (name: string) => {
  const mark = randomBytes(5).toString('hex');
  return {
    name: `${name} ${mark}`,
    tier: 'custom',
    limits: UNLIMITED,
    users: [
      {
        email: `admin@${mark}.fuzz.example`,
        name: 'Admin',
        role: 'system_admin',
        password: randomBytes(15).toString('base64url'),
      },
    ],
    api_key: { name: 'Fuzz key' },
    client: { name: 'Fuzz application' },
  };
};

/**
 * Creates organisations in the mesh, through the identity service's own program, with limits that no run of tests
 * reaches. Throws `Advice` with what that program said.
 */
export const createOrganizations = ({ identityEnvironment }: RunningMesh, names: string[]): DemoOrganization[] => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROVISION], {
    cwd: REPOSITORY,
    env: { ...identityEnvironment, LOG_LEVEL: 'error' },
    input: JSON.stringify({ organizations: names.map(request) }),
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  if (status !== 0) throw new Advice(`The organisations for the run could not be created:\n${stderr.trim()}`);
  return (JSON.parse(stdout) as { organizations: DemoOrganization[] }).organizations;
};
