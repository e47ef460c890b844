import { randomBytes } from 'node:crypto';
import { ROLES } from '@qsc/contracts';
import type { Provisioned } from '../../services/identity/src/provisioning.ts';
import { Advice, type Say } from './command-line.ts';
import type { DataPaths } from './paths.ts';
import { readJson, writePrivateFile } from './private-file.ts';
import type { Addresses } from './processes.ts';
import { type NewOrganization, newPassword, provision, UNLIMITED } from './provision.ts';

const ORGANIZATIONS = [
  { name: 'Demo Pharma', tier: 'custom', subdomain: '', limits: UNLIMITED },
  { name: 'Demo Free', tier: 'free', subdomain: 'free.' },
  { name: 'Demo Professional', tier: 'professional', subdomain: 'professional.' },
  { name: 'Demo Enterprise', tier: 'enterprise', subdomain: 'enterprise.' },
] as const;

/** The content of `.data/demo.json`. */
export type Demo = { base_url: string; auth_url: string; docs_url: string } & Provisioned & {
    tiers: Provisioned[];
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
  const [main, ...tiers] = kept === null ? await createAll(identityEnvironment, say) : [kept, ...kept.tiers];
  if (main === undefined) throw new Advice('No demo organisation was created.');
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

const createAll = (environment: Record<string, string>, say: Say): Promise<Provisioned[]> => {
  say('demo          creating organisations, users and keys');
  const createIn = (domain: string) =>
    provision(
      environment,
      ORGANIZATIONS.map((one) => request(one, domain)),
    );
  // An e-mail address belongs to one user for good, so after a lost demo file the users need others.
  return createIn('demo.example').catch(() => createIn(`demo-${randomBytes(3).toString('hex')}.example`));
};

const request = ({ subdomain, ...organization }: (typeof ORGANIZATIONS)[number], domain: string): NewOrganization => ({
  ...organization,
  users: ROLES.map((role) => ({
    email: `${role.replaceAll('_', '.')}@${subdomain}${domain}`,
    name: `Demo ${role.replaceAll('_', ' ')}`,
    role,
    password: newPassword(),
  })),
  api_key: { name: 'Demo key' },
  client: { name: 'Demo application' },
});
