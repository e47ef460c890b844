import { randomBytes } from 'node:crypto';
import { ROLES } from '@qsc/contracts';
import type { Provisioned } from '../../services/identity/src/provisioning.ts';
import { Advice, type Say } from './command-line.ts';
import type { Outbound } from './outbound.ts';
import type { DataPaths } from './paths.ts';
import { readJson, writePrivateFile } from './private-file.ts';
import type { Addresses } from './process-address.ts';
import { type NewOrganization, newPassword, provisionAll, UNLIMITED } from './provision.ts';

const ORGANIZATIONS = [
  { name: 'Demo Pharma', tier: 'custom', subdomain: '', limits: UNLIMITED },
  { name: 'Demo Free', tier: 'free', subdomain: 'free.' },
  { name: 'Demo Professional', tier: 'professional', subdomain: 'professional.' },
  { name: 'Demo Enterprise', tier: 'enterprise', subdomain: 'enterprise.' },
] as const;

/** Who acts by the second key of the main organisation, since a system_admin neither qualifies suppliers nor validates. */
const QUALITY_ROLE = 'quality_manager';
const QUALITY_KEY_NAME = 'Demo quality key';

type Organizations = Provisioned & { quality_api_key: string; tiers: Provisioned[] };

/** The content of `.data/demo.json`. `records` tells that the main organisation has its records. */
export type Demo = { base_url: string; auth_url: string; docs_url: string; outbound: Outbound } & Organizations & {
    records?: boolean;
  };

/** A demo file as an earlier version may have left it. */
type KnownDemo = Omit<Demo, 'quality_api_key'> & Partial<Pick<Demo, 'quality_api_key'>>;

/**
 * The demo organisations: those created before, at the addresses of today, or new ones created through the identity
 * service's own program. They are kept in `demo.json`, which only the owner may read.
 */
export const ensureDemo = async (
  identityEnvironment: Record<string, string>,
  at: { paths: DataPaths; addresses: Addresses; outbound: Outbound },
  say: Say,
): Promise<Demo> => {
  const known = readJson<KnownDemo>(at.paths.demo);
  const kept = known !== null && (await isAccepted(known.api_key, at.addresses.baseUrl)) ? known : null;
  if (known !== null && kept === null) say('demo          its key is not accepted any more');
  const organizations =
    kept === null
      ? await createAll(identityEnvironment, say)
      : { ...kept, quality_api_key: await ensureQualityKey(identityEnvironment, kept, at.addresses) };
  const { baseUrl, authUrl, docsUrl } = at.addresses;
  const demo = { ...organizations, base_url: baseUrl, auth_url: authUrl, docs_url: docsUrl, outbound: at.outbound };
  writeDemo(at.paths, demo);
  return demo;
};

/** Keeps the demo in its file, which only the owner may read. */
export const writeDemo = (paths: Pick<DataPaths, 'demo'>, demo: Demo): void =>
  writePrivateFile(paths.demo, `${JSON.stringify(ordered(demo), null, 2)}\n`);

const ordered = ({ base_url, auth_url, docs_url, org_id, tier, api_key, quality_api_key, ...rest }: Demo): Demo => ({
  base_url,
  auth_url,
  docs_url,
  org_id,
  tier,
  api_key,
  quality_api_key,
  ...rest,
});

const ensureQualityKey = async (
  environment: Record<string, string>,
  demo: KnownDemo,
  { baseUrl }: Addresses,
): Promise<string> => {
  const known = demo.quality_api_key;
  if (known !== undefined && (await isAccepted(known, baseUrl))) return known;
  const user = demo.users.find(({ role }) => role === QUALITY_ROLE);
  if (user === undefined) throw new Advice('The demo organisation has no quality manager.');
  const keys = [{ email: user.email, name: QUALITY_KEY_NAME }];
  const [key] = (await provisionAll(environment, { organizations: [], keys })).keys;
  if (key === undefined) throw new Advice('No key of the quality manager was created.');
  return key.api_key;
};

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

const createAll = async (environment: Record<string, string>, say: Say): Promise<Organizations> => {
  say('demo          creating organisations, users and keys');
  const createIn = (domain: string) => {
    const organizations = ORGANIZATIONS.map((one) => organizationIn(domain, one));
    const keys = [{ email: toEmail(QUALITY_ROLE, domain), name: QUALITY_KEY_NAME }];
    return provisionAll(environment, { organizations, keys });
  };
  // An e-mail address belongs to one user for good, so after a lost demo file the users need others.
  const created = await createIn('demo.example').catch(() =>
    createIn(`demo-${randomBytes(3).toString('hex')}.example`),
  );
  const [main, ...tiers] = created.organizations;
  const [quality] = created.keys;
  if (main === undefined || quality === undefined) throw new Advice('No demo organisation was created.');
  return { ...main, quality_api_key: quality.api_key, tiers };
};

const toEmail = (role: string, domain: string): string => `${role.replaceAll('_', '.')}@${domain}`;

const organizationIn = (
  domain: string,
  { subdomain, ...organization }: (typeof ORGANIZATIONS)[number],
): NewOrganization => ({
  ...organization,
  users: ROLES.map((role) => ({
    email: toEmail(role, `${subdomain}${domain}`),
    name: `Demo ${role.replaceAll('_', ' ')}`,
    role,
    password: newPassword(),
  })),
  api_key: { name: 'Demo key' },
  client: { name: 'Demo application' },
});
