import { ROLE_SCOPES, type ROLES, SCOPES, TIERS } from '@qsc/contracts';
import type { Clock } from '@qsc/service-kit';
import { z } from 'zod';
import { CredentialName } from './api-key/api-key.schemas.ts';
import type { Identity } from './compose.ts';
import { inOrganization, operatorCall } from './operator.ts';
import { Limits, OrganizationName } from './organization/organization.schemas.ts';
import { CreateUser } from './user/user.schemas.ts';

const NewOrganization = z
  .strictObject({
    name: OrganizationName,
    tier: z.enum(TIERS),
    limits: Limits.optional(),
    users: z.array(CreateUser).min(1),
    api_key: z.strictObject({ name: CredentialName }),
    client: z.strictObject({ name: CredentialName }),
  })
  .refine((organization) => organization.users.some((user) => user.role === 'system_admin'), {
    path: ['users'],
    message: 'One of the users has to be a system_admin',
  })
  .refine((organization) => (organization.tier === 'custom') === (organization.limits !== undefined), {
    path: ['limits'],
    message: 'A custom tier needs its figures, and no other has any',
  });

const NewKey = z.strictObject({ email: z.email(), name: CredentialName });

/** What an operator asks to be created: organisations, and further keys for their users or for users of earlier ones. */
export const ProvisionRequest = z
  .strictObject({ organizations: z.array(NewOrganization), keys: z.array(NewKey).default([]) })
  .refine(({ organizations, keys }) => organizations.length + keys.length > 0, {
    path: ['organizations'],
    message: 'Nothing is asked for',
  });

export type ProvisionRequest = z.infer<typeof ProvisionRequest>;

/** What was created; the secrets are here and nowhere else. */
export type Provisioned = {
  org_id: string;
  tier: string;
  api_key: string;
  test_api_key: string;
  client_id: string;
  client_secret: string;
  users: { id: string; email: string; password: string; role: (typeof ROLES)[number] }[];
};

/** A key that acts for a user in the user's own organisation, with all that the user's role may do. */
export type ProvisionedKey = { email: string; api_key: string };

type Cases = Identity['cases'];

const createUsers = async (
  cases: Cases,
  wanted: ProvisionRequest['organizations'][number]['users'],
  call: ReturnType<typeof operatorCall>,
) => {
  const created: Provisioned['users'] = [];
  for (const user of wanted) {
    const { id, email, role } = await cases.users.create(user, call);
    created.push({ id, email, password: user.password, role });
  }
  return created;
};

const provisionOne = async (
  cases: Cases,
  wanted: ProvisionRequest['organizations'][number],
  now: Date,
): Promise<Provisioned> => {
  const { name, tier, limits } = wanted;
  const begin = operatorCall('Provisioning', 'org_new', now);
  const organization = await cases.organizationService.create({ name, tier, limits }, begin);
  const call = inOrganization(begin, organization.id);
  const users = await createUsers(cases, wanted.users, call);
  const admin = users.find((user) => user.role === 'system_admin');
  if (!admin) throw new Error('a system_admin was asked for and not created');
  const provisionKey = (environment: 'live' | 'test') =>
    cases.apiKeys.createFor(admin.id, { name: wanted.api_key.name, scopes: [...SCOPES], environment }, call);
  const [live, test] = [await provisionKey('live'), await provisionKey('test')];
  const input = { name: wanted.client.name, scopes: [...SCOPES], redirect_uris: [], public: false };
  const client = await cases.applications.create(input, call);
  return {
    org_id: organization.id,
    tier,
    api_key: live.key,
    test_api_key: test.key,
    client_id: client.client_id,
    client_secret: client.client_secret ?? '',
    users,
  };
};

const requireNewEmails = async (cases: Cases, request: ProvisionRequest): Promise<void> => {
  const emails = request.organizations.flatMap((organization) => organization.users.map((user) => user.email));
  const taken = await cases.takenEmails(emails);
  if (taken.length > 0)
    throw new Error(`These e-mail addresses exist already or come twice: ${taken.join(', ')}. Nothing was created.`);
};

const requireUsers = async (cases: Cases, { organizations, keys }: ProvisionRequest): Promise<void> => {
  const created = new Set(organizations.flatMap(({ users }) => users.map(({ email }) => email)));
  for (const { email } of keys)
    if (!created.has(email) && (await cases.userByEmail(email)) === null)
      throw new Error(`There is no user with the e-mail address ${email}. Nothing was created.`);
};

const createKey = async (
  cases: Cases,
  { email, name }: ProvisionRequest['keys'][number],
  now: Date,
): Promise<ProvisionedKey> => {
  const user = await cases.userByEmail(email);
  if (!user) throw new Error(`the user ${email} was found and is not there`);
  const call = operatorCall('Provisioning', user.org_id, now);
  const scopes = [...ROLE_SCOPES[user.role]];
  const { key } = await cases.apiKeys.createFor(user.id, { name, scopes, environment: 'live' }, call);
  return { email, api_key: key };
};

/**
 * Creates organisations with their sandboxes, users, keys for both and an OAuth application, by the same use cases as the
 * API. Their keys act for the first system_admin; further keys for the users that are named. Throws before anything is created
 * when an e-mail address of a new user is taken, or that of a key is unknown.
 */
export const provision = async ({ cases }: Identity, request: ProvisionRequest, clock: Clock) => {
  await requireNewEmails(cases, request);
  await requireUsers(cases, request);
  const organizations: Provisioned[] = [];
  for (const wanted of request.organizations) organizations.push(await provisionOne(cases, wanted, clock()));
  const keys: ProvisionedKey[] = [];
  for (const wanted of request.keys) keys.push(await createKey(cases, wanted, clock()));
  return { organizations, keys };
};
