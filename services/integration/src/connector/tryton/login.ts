import type { Credential, RemoteAnswer } from '../../remote/remote.ts';
import { AuthorizationLost, RemoteRefusal } from '../../remote/remote-error.ts';
import type { LoginContext } from '../connector.ts';
import { toRequest, toResult } from './rpc.ts';

/** Logs in as the user of the connection. Throws `AuthorizationLost` where Tryton refuses, and what a call throws. */
export const login = async ({ send, endpoints, authentication, secrets }: LoginContext): Promise<Credential> => {
  const username = String(authentication.username);
  const parameters = [username, { password: secrets.password ?? '' }, 'en'];
  const result = await send(toRequest(endpoints.api_base, 'common.db.login', parameters), readLogin);
  const [user, session] = Array.isArray(result) ? result : [];
  if (typeof user !== 'number' || typeof session !== 'string') throw refused();
  const proof = Buffer.from(`${username}:${user}:${session}`, 'utf8').toString('base64');
  // Tryton ends idle sessions, after a time that it does not disclose.
  return { values: { authorization: `Session ${proof}` }, expiresAt: null };
};

const refused = () => new AuthorizationLost('Tryton refuses the user name or the password.');

const readLogin = (answer: RemoteAnswer): unknown => {
  try {
    return toResult(answer).result;
  } catch (error) {
    if (error instanceof RemoteRefusal && error.code === 'INVALID_SESSION') throw refused();
    throw error;
  }
};
