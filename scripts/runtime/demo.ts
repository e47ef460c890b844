import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Advice, type Say } from './command-line.ts';
import { type DataPaths, REPOSITORY } from './paths.ts';
import { readJson, writePrivateFile } from './private-file.ts';
import type { Addresses } from './processes.ts';

const PROVISION = 'services/identity/src/provision.ts';
const ROLES = [
  'system_admin',
  'quality_manager',
  'quality_assurance',
  'quality_specialist',
  'supplier_manager',
  'document_owner',
  'qualified_person',
  'auditor',
  'viewer',
] as const;
const GENEROUS = { requests_per_minute: 10_000_000, burst: 1_000_000 };
const ORGANIZATIONS = [
  { name: 'Demo Pharma', tier: 'custom', subdomain: '', limits: GENEROUS },
  { name: 'Demo Free', tier: 'free', subdomain: 'free.' },
  { name: 'Demo Professional', tier: 'professional', subdomain: 'professional.' },
  { name: 'Demo Enterprise', tier: 'enterprise', subdomain: 'enterprise.' },
] as const;

type DemoUser = { id: string; email: string; password: string; role: string };

/** One organisation to try things out with, and everything that opens it. */
export type DemoOrganization = {
  org_id: string;
  tier: string;
  api_key: string;
  test_api_key: string;
  client_id: string;
  client_secret: string;
  users: DemoUser[];
};

/** The content of `.data/demo.json`. */
export type Demo = { base_url: string; auth_url: string; docs_url: string } & DemoOrganization & {
    tiers: DemoOrganization[];
  };

/**
 * The demo organisations: those created before, at the addresses of today, or new ones created through the identity
 * service's own program. They are kept in `demo.json`, which only the owner may read.
 */
export const ensureDemo = async (
  identityEnvironment: Record<string, string>,
  at: { paths: DataPaths; addresses: Addresses },
  say: Say,
): Promise<Demo> => {
  const known = readJson<Demo>(at.paths.demo);
  const kept = known !== null && (await isAccepted(known.api_key, at.addresses.baseUrl)) ? known : null;
  if (known !== null && kept === null) say('demo          its key is not accepted any more');
  const [main, ...tiers] = kept === null ? provision(identityEnvironment, say) : [kept, ...kept.tiers];
  if (main === undefined) throw new Advice(`${PROVISION} answered no organisation.`);
  const { baseUrl, authUrl, docsUrl } = at.addresses;
  const demo = { ...main, base_url: baseUrl, auth_url: authUrl, docs_url: docsUrl, tiers };
  writePrivateFile(at.paths.demo, `${JSON.stringify(ordered(demo), null, 2)}\n`);
  return demo;
};

const ordered = ({ base_url, auth_url, docs_url, ...rest }: Demo): Demo => ({ base_url, auth_url, docs_url, ...rest });

// A key runs out after a year, and the database may have been emptied; a fault that passes is no reason to make new ones.
const isAccepted = async (apiKey: string, baseUrl: string): Promise<boolean> => {
  try {
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(`${baseUrl}/v1/me`, { headers, signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return response.status !== 401;
  } catch {
    return true;
  }
};

const provision = (environment: Record<string, string>, say: Say): DemoOrganization[] => {
  say('demo          creating organisations, users and keys');
  const plain = runProvision(environment, 'demo.example');
  if (plain.status === 0) return organizationsOf(plain.stdout);
  // An e-mail address belongs to one user for good, so after a lost demo file the users need others.
  const renamed = runProvision(environment, `demo-${randomBytes(3).toString('hex')}.example`);
  if (renamed.status === 0) return organizationsOf(renamed.stdout);
  const said = renamed.stderr.trim() || renamed.error?.message;
  throw new Advice(`The demo organisation could not be created (${PROVISION}):\n${said}`);
};

const organizationsOf = (output: string): DemoOrganization[] =>
  (JSON.parse(output) as { organizations: DemoOrganization[] }).organizations;

const runProvision = (environment: Record<string, string>, domain: string) =>
  spawnSync(process.execPath, [PROVISION], {
    cwd: REPOSITORY,
    env: { ...environment, LOG_LEVEL: 'error' },
    input: JSON.stringify({ organizations: ORGANIZATIONS.map((one) => request(one, domain)) }),
    encoding: 'utf8',
    timeout: 120_000,
  });

const request = ({ subdomain, ...organization }: (typeof ORGANIZATIONS)[number], domain: string) => ({
  ...organization,
  users: ROLES.map((role) => ({
    email: `${role.replaceAll('_', '.')}@${subdomain}${domain}`,
    name: `Demo ${role.replaceAll('_', ' ')}`,
    role,
    password: randomBytes(15).toString('base64url'),
  })),
  api_key: { name: 'Demo key' },
  client: { name: 'Demo application' },
});
