import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ApiClient, apiClient } from '@qsc/test-kit';

type Person = { id: string; email: string; password: string; role: string };

/** An organisation of the running mesh, as `.data/demo.json` tells of it. */
export type Organization = {
  org_id: string;
  tier: string;
  api_key: string;
  test_api_key: string;
  client_id: string;
  client_secret: string;
  users: Person[];
};

export type Demo = Organization & {
  quality_api_key: string;
  base_url: string;
  auth_url: string;
  docs_url: string;
  tiers: Organization[];
};

/** The demo of the mesh that the test run has started. */
export const readDemo = (): Demo => {
  const file = process.env.QSC_DEMO_FILE;
  if (!file) throw new Error('QSC_DEMO_FILE is not set. Run the end-to-end tests by ./scripts/test.');
  return JSON.parse(readFileSync(file, 'utf8')) as Demo;
};

/** A client of the gateway with any credential. */
export const makeClient = (demo: Demo, credential: string | null): ApiClient => apiClient(demo.base_url, credential);

/** Logs a user of the role in and gives the tokens. */
export const logIn = async (
  demo: Demo,
  role: string,
): Promise<{ access_token: string; refresh_token: string; user: Person }> => {
  const user = demo.users.find((person) => person.role === role);
  if (!user) throw new Error(`The demo has no ${role}.`);
  const answer = await apiClient(demo.auth_url, null).post('/auth/login', {
    username: user.email,
    password: user.password,
  });
  if (answer.status !== 200) throw new Error(`The login was refused: ${JSON.stringify(answer.body)}`);
  return { ...answer.body, user };
};

/** An access token of the OAuth application by client credentials. */
export const clientToken = async (demo: Demo, scope?: string): Promise<Response> =>
  fetch(`${demo.auth_url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: demo.client_id,
      client_secret: demo.client_secret,
      ...(scope === undefined ? {} : { scope }),
    }),
  });

export type ProcessState = { name: string; pid: number; http_port: number; state: string };

/** What `scripts/status --json` says of the mesh. */
export const meshStatus = (): ProcessState[] => {
  const script = fileURLToPath(new URL('../../scripts/status', import.meta.url));
  return JSON.parse(execFileSync(script, ['--json'], { encoding: 'utf8' })) as ProcessState[];
};
