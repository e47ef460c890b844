import { type ROLES, SCOPES, TIERS } from '@qsc/contracts';
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

/** What an operator asks to be created. */
export const ProvisionRequest = z.strictObject({ organizations: z.array(NewOrganization).min(1) });

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
  const keyOf = (environment: 'live' | 'test') =>
    cases.apiKeys.createFor(admin.id, { name: wanted.api_key.name, scopes: [...SCOPES], environment }, call);
  const [live, test] = [await keyOf('live'), await keyOf('test')];
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

/**
 * Creates organisations with their sandboxes, users, keys for both and an OAuth application, by the same use cases as the
 * API. The keys act for the first system_admin. Throws before anything is created when an e-mail address is taken.
 */
export const provision = async ({ cases }: Identity, request: ProvisionRequest, clock: Clock) => {
  await requireNewEmails(cases, request);
  const organizations: Provisioned[] = [];
  for (const wanted of request.organizations) organizations.push(await provisionOne(cases, wanted, clock()));
  return { organizations };
};
