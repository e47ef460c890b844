import { newPassword } from '../../scripts/runtime/provision.ts';
import type { Act } from './audit-act.ts';
import { RECORDED } from './audit-acts-of-reading.ts';

const newUser = () => ({
  email: `act.${newPassword()}@acts.example`.toLowerCase(),
  name: 'A viewer',
  role: 'viewer',
  password: newPassword(),
});

/** What is done with users, keys, applications and settings. */
export const ADMINISTRATION_ACTS: readonly Act[] = [
  {
    what: 'reads an entity while reads are not recorded',
    ask: ({ product }) => ({ method: 'GET', path: `/v1/entities/${product}` }),
    status: 200,
    entries: [],
  },
  {
    what: 'has reads recorded',
    by: 'admin',
    ask: () => ({ method: 'PATCH', path: '/v1/organization', body: { settings: { recorded_reads: RECORDED } } }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'organization' }],
  },
  {
    what: 'adds a user',
    by: 'admin',
    ask: () => ({ method: 'POST', path: '/v1/users', body: newUser() }),
    status: 201,
    keep: ({ id }) => ({ user: id }),
    entries: [{ action: 'create', entity_type: 'user', of: 'user', changed: ['email', 'role'] }],
  },
  {
    what: 'changes the role of a user',
    by: 'admin',
    ask: ({ user }) => ({ method: 'PATCH', path: `/v1/users/${user}`, body: { role: 'auditor' } }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'user', of: 'user', changed: ['role'] }],
  },
  {
    what: 'makes a key',
    by: 'admin',
    ask: () => ({ method: 'POST', path: '/v1/api-keys', body: { name: 'ERP', scopes: ['entities:read'] } }),
    status: 201,
    keep: ({ id }) => ({ key: id }),
    entries: [{ action: 'create', entity_type: 'api_key', of: 'key' }],
  },
  {
    what: 'revokes a key',
    by: 'admin',
    ask: ({ key }) => ({ method: 'DELETE', path: `/v1/api-keys/${key}` }),
    status: 204,
    entries: [{ action: 'delete', entity_type: 'api_key', of: 'key' }],
  },
  {
    what: 'adds an application',
    by: 'admin',
    ask: () => ({
      method: 'POST',
      path: '/v1/oauth-applications',
      body: { name: 'Portal', scopes: ['entities:read'] },
    }),
    status: 201,
    keep: ({ client_id }) => ({ application: client_id }),
    entries: [{ action: 'create', entity_type: 'oauth_application', of: 'application' }],
  },
  {
    what: 'removes an application',
    by: 'admin',
    ask: ({ application }) => ({ method: 'DELETE', path: `/v1/oauth-applications/${application}` }),
    status: 204,
    entries: [{ action: 'delete', entity_type: 'oauth_application', of: 'application' }],
  },
];

const SESSION = { of: 'personId', reason: null };

/** What a person does at the token service, and that ends their session. */
export const SESSION_ACTS: readonly Act[] = [
  {
    what: 'fails to log in',
    by: 'person',
    atIdentity: true,
    ask: ({ personEmail }) => ({
      method: 'POST',
      path: '/auth/login',
      body: { username: personEmail, password: 'not the password' },
    }),
    status: 401,
    entries: [{ action: 'login', entity_type: 'user', details: { outcome: 'failed' }, ...SESSION }],
  },
  {
    what: 'logs in',
    by: 'person',
    atIdentity: true,
    ask: ({ personEmail, personPassword }) => ({
      method: 'POST',
      path: '/auth/login',
      body: { username: personEmail, password: personPassword },
    }),
    status: 200,
    keep: ({ refresh_token }) => ({ refresh: refresh_token }),
    entries: [{ action: 'login', entity_type: 'user', details: { outcome: 'success' }, ...SESSION }],
  },
  {
    what: 'gets new tokens',
    by: 'person',
    atIdentity: true,
    ask: ({ refresh }) => ({ method: 'POST', path: '/auth/refresh', body: { refresh_token: refresh } }),
    status: 200,
    entries: [],
  },
  {
    what: 'logs out',
    by: 'person',
    atIdentity: true,
    ask: () => ({ method: 'POST', path: '/auth/logout' }),
    status: 204,
    entries: [{ action: 'logout', entity_type: 'user', details: { outcome: 'logout' }, ...SESSION }],
  },
];
