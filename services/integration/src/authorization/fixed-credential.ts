import type { Connection } from '../connection/connection.ts';
import type { Credential } from '../remote/remote.ts';

const FIXED = new Set(['basic', 'api_key', 'certificate']);

/** Whether the settings contain the credential itself, so that there is no login. */
export const isFixed = ({ authentication }: Pick<Connection, 'authentication'>): boolean =>
  FIXED.has(authentication.type);

/** That credential as headers. A client certificate shows itself when a connection is made and needs none. */
export const fixedCredential = (
  { authentication }: Pick<Connection, 'authentication'>,
  secrets: Readonly<Record<string, string>>,
): Credential => ({ values: toHeaders(authentication, secrets), expiresAt: null });

const toHeaders = (
  authentication: Connection['authentication'],
  secrets: Readonly<Record<string, string>>,
): Record<string, string> => {
  if (authentication.type === 'basic') {
    const pair = Buffer.from(`${authentication.username}:${secrets.password ?? ''}`, 'utf8').toString('base64');
    return { authorization: `Basic ${pair}` };
  }
  if (authentication.type === 'api_key')
    return { [String(authentication.header).toLowerCase()]: secrets.api_key ?? '' };
  return {};
};
