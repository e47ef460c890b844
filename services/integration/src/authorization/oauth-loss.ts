import * as oauth from 'oauth4webapi';
import { AuthorizationLost, RemoteTrouble } from '../remote/remote-error.ts';

/** What each error of OAuth (RFC 6749, 4.1.2.1 and 5.2) means to the owner of the connection. */
const SENTENCES: Readonly<Record<string, string>> = {
  invalid_grant: 'The external system refuses the authorization: it was used, withdrawn or has ended.',
  invalid_client:
    'The external system does not know the client, or refuses its secret. Check client_id and client_secret.',
  unauthorized_client: 'The external system does not allow the client to be authorized in this way.',
  unsupported_grant_type: 'The external system does not support this way of authorizing.',
  invalid_scope: 'The external system refuses the scope.',
  invalid_request: 'The external system refuses the request for a token. Check the settings of the authorization.',
  access_denied: 'The login at the external system was refused or given up.',
  login_required: 'The external system asks for a login.',
  consent_required: 'The external system asks for consent.',
};

const OTHER = 'The external system refuses the authorization.';
const MISMATCH =
  'The answer of the external system does not belong to this authorization. Authorize the connection again.';
const UNREADABLE = 'The token address did not answer as OAuth 2.0 has it.';
const UNREADABLE_CODES: ReadonlySet<string> = new Set([
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.PARSE_ERROR,
  oauth.INVALID_RESPONSE,
]);
const PASSING: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

const lossOfCode = (code: string): Error =>
  PASSING.has(code)
    ? new RemoteTrouble('The external system cannot give an authorization at the moment.')
    : new AuthorizationLost(SENTENCES[code] ?? OTHER);

/** An error of OAuth as an error of this service, without the text of the partner. */
export const toLoss = (error: unknown): unknown => {
  if (error instanceof oauth.ResponseBodyError)
    return error.status >= 500 || error.status === 429 ? lossOfCode('server_error') : lossOfCode(error.error);
  if (error instanceof oauth.AuthorizationResponseError) return lossOfCode(error.error);
  if (error instanceof oauth.WWWAuthenticateChallengeError) return lossOfCode('invalid_client');
  if (!(error instanceof oauth.OperationProcessingError)) return error;
  return UNREADABLE_CODES.has(error.code ?? '') ? new RemoteTrouble(UNREADABLE) : new AuthorizationLost(OTHER);
};

/** Why what came back with the user is not taken. */
export const toMismatch = (error: unknown): unknown =>
  error instanceof oauth.OperationProcessingError ? new AuthorizationLost(MISMATCH) : toLoss(error);
