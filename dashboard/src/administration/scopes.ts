import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Schemas } from '@qsc/client';

export type Scope = Schemas['Scope'];

/** What each scope permits, as people read it. */
export const SCOPES: Readonly<Record<Scope, MessageDescriptor>> = {
  'entities:read': msg`Read components, products and other records`,
  'entities:write': msg`Create and change these records`,
  'entities:delete': msg`Delete and restore records`,
  'certificates:read': msg`Read certificates`,
  'certificates:write': msg`Upload and validate certificates`,
  'suppliers:read': msg`Read suppliers`,
  'suppliers:write': msg`Create, change and qualify suppliers`,
  'quality-events:read': msg`Read quality events`,
  'quality-events:write': msg`Report and change quality events`,
  'workflows:read': msg`Read workflows and approvals`,
  'workflows:execute': msg`Make transitions and decide on approvals`,
  'audit-logs:read': msg`Read, verify and export the audit log`,
  'admin:read': msg`Read users, keys and settings`,
  'admin:write': msg`Change users, keys and settings`,
};

export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];

/** What a program is for, with the scopes that it needs. */
export const TASKS: readonly { id: string; label: MessageDescriptor; scopes: readonly Scope[] }[] = [
  {
    id: 'read',
    label: msg`Read records`,
    scopes: ['entities:read', 'certificates:read', 'suppliers:read', 'quality-events:read', 'workflows:read'],
  },
  {
    id: 'suppliers',
    label: msg`Import suppliers`,
    scopes: ['entities:read', 'entities:write', 'suppliers:read', 'suppliers:write'],
  },
  {
    id: 'certificates',
    label: msg`Upload certificates`,
    scopes: ['entities:read', 'suppliers:read', 'certificates:read', 'certificates:write'],
  },
  {
    id: 'events',
    label: msg`Report quality events`,
    scopes: ['entities:read', 'suppliers:read', 'quality-events:read', 'quality-events:write'],
  },
  { id: 'audit', label: msg`Export the audit log`, scopes: ['audit-logs:read'] },
  { id: 'users', label: msg`Manage users`, scopes: ['admin:read', 'admin:write'] },
];

/** The scopes of the chosen tasks and those that were chosen one by one, in their usual order. */
export const toScopes = (tasks: readonly string[], singles: readonly string[]): Scope[] => {
  const chosen = new Set<string>([
    ...singles,
    ...TASKS.filter(({ id }) => tasks.includes(id)).flatMap(({ scopes }) => scopes),
  ]);
  return SCOPE_NAMES.filter((scope) => chosen.has(scope));
};

const LISTS: readonly (readonly [scope: Scope, path: string])[] = [
  ['suppliers:read', '/v1/suppliers?per_page=1'],
  ['entities:read', '/v1/entities?per_page=1'],
  ['certificates:read', '/v1/certificates?per_page=1'],
  ['quality-events:read', '/v1/quality-events?per_page=1'],
  ['workflows:read', '/v1/workflows?per_page=1'],
  ['audit-logs:read', '/v1/audit-logs?per_page=1'],
  ['admin:read', '/v1/users?per_page=1'],
];

/** A first request that a key with these scopes can make. */
export const toFirstRequest = (origin: string, key: string, scopes: readonly Scope[]): string => {
  const path = LISTS.find(([scope]) => scopes.includes(scope))?.[1] ?? '/v1/me';
  return `curl '${origin}${path}' -H 'Authorization: Bearer ${key}'`;
};
