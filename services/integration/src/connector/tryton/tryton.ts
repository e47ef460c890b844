import type { Connector } from '../connector.ts';
import { login } from './login.ts';
import { makeTrytonRemote } from './tryton-remote.ts';

/**
 * Tryton by JSON-RPC (`POST <api_base>/`, where `api_base` ends in the name of the database), with the session of a user.
 */
export const tryton: Connector = {
  type: 'tryton',
  authenticationTypes: ['session'],
  // Rows that nobody wrote since they were made have no `write_date`: `create_date` counts for them.
  changeField: 'write_date',
  login,
  exchange: null,
  apply: (request, { values }) => ({ ...request, headers: { ...request.headers, ...values } }),
  // Whoever comes back late logs in again: that costs one call.
  keepAlive: null,
  open: makeTrytonRemote,
  inbound: null,
};
