import { type Client, createClient } from '@qsc/client';
import { type ApiClient, apiClient } from '@qsc/test-kit';
import { readMesh } from '../../scripts/fuzzing/mesh.ts';
import { newPassword, provisionAll, unlimitedOrganization } from '../../scripts/runtime/provision.ts';
import type { Demo } from './demo.ts';

/**
 * An organisation of a test's own, with the keys of its system administrator and of its quality manager, who signs by the password. A
 * user of quality assurance can decide what the quality manager created.
 */
export type OwnOrganization = {
  orgId: string;
  adminKey: string;
  qualityKey: string;
  qualityEmail: string;
  qualityPassword: string;
  /** What its people sign in and sign by. */
  people: Readonly<Record<'system_admin' | 'quality_manager' | 'quality_assurance', Login>>;
  /** Its OAuth application. */
  clientId: string;
  clientSecret: string;
  admin: ApiClient;
  quality: ApiClient;
  /** The same two by the typed client. */
  adminClient: Client;
  qualityClient: Client;
};

type Login = { username: string; password: string };

const toLogin = (user: { email: string; password: string } | undefined): Login => ({
  username: user?.email ?? '',
  password: user?.password ?? '',
});

/** The tokens of a user at the first login: a password of the user's own takes the place of the one that was given. */
export const firstLogIn = async (
  { auth_url, base_url }: Pick<Demo, 'auth_url' | 'base_url'>,
  username: string,
  { given, own }: { given: string; own: string },
): Promise<{ access_token: string }> => {
  const logIn = async (password: string) => {
    const { status, body } = await apiClient(auth_url, null).post('/auth/login', { username, password });
    if (status !== 200) throw new Error(`The login answered ${status}: ${JSON.stringify(body)}`);
    return body as { access_token: string };
  };
  const change = { current_password: given, new_password: own };
  await apiClient(base_url, (await logIn(given)).access_token).post('/v1/me/password', change);
  return logIn(own);
};

/** Creates one in the running mesh. */
export const newOrganization = async ({ base_url }: Pick<Demo, 'base_url'>, name: string): Promise<OwnOrganization> => {
  const environment = readMesh(process.env.QSC_DATA_DIR ?? '').identityEnvironment;
  const { users, ...rest } = unlimitedOrganization(name);
  const email = `quality.${users[0]?.email}`;
  const manager = { email, name: 'Quality manager', role: 'quality_manager' as const, password: newPassword() };
  const assurance = {
    email: `assurance.${users[0]?.email}`,
    name: 'Quality assurance',
    role: 'quality_assurance' as const,
    password: newPassword(),
  };
  const request = {
    organizations: [{ ...rest, users: [...users, manager, assurance] }],
    keys: [{ email, name: 'Quality key' }],
  };
  const { organizations, keys } = await provisionAll(environment, request);
  const [adminKey, qualityKey] = [organizations[0]?.api_key ?? '', keys[0]?.api_key ?? ''];
  return {
    orgId: organizations[0]?.org_id ?? '',
    adminKey,
    qualityKey,
    qualityEmail: email,
    qualityPassword: manager.password,
    people: {
      system_admin: toLogin(users[0]),
      quality_manager: toLogin(manager),
      quality_assurance: toLogin(assurance),
    },
    clientId: organizations[0]?.client_id ?? '',
    clientSecret: organizations[0]?.client_secret ?? '',
    admin: apiClient(base_url, adminKey),
    quality: apiClient(base_url, qualityKey),
    adminClient: createClient({ baseUrl: base_url, credential: { apiKey: adminKey } }),
    qualityClient: createClient({ baseUrl: base_url, credential: { apiKey: qualityKey } }),
  };
};
