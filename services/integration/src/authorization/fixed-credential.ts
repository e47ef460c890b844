import type { Connection } from '../connection/connection.ts';
import type { Credential } from '../remote/remote.ts';

const FIXED = new Set(['basic', 'api_key', 'certificate']);

/** Whether what the owner gave is the credential itself, with nothing to be got for it. */
export const isFixed = ({ authentication }: Pick<Connection, 'authentication'>): boolean =>
  FIXED.has(authentication.type);

/** That credential as headers. A client certificate shows itself when a connection is made and needs none. */
export const fixedCredential = (
  { authentication }: Pick<Connection, 'authentication'>,
  secrets: Readonly<Record<string, string>>,
): Credential => ({ values: headersOf(authentication, secrets), expiresAt: null });

const headersOf = (
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
