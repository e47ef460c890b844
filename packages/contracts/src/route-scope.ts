import type { Scope } from './scope.ts';

type Rule = { path: RegExp; read: Scope; write: Scope; remove?: Scope };

/**
 * The trail of a record and reviews of it: whoever may decide on the record needs no scope for them, which the audit service checks.
 */
const OF_APPROVERS: readonly { method: string; path: RegExp }[] = [
  { method: 'GET', path: /^\/v1\/audit-logs\/entity\/[^/]+$/ },
  { method: 'POST', path: /^\/v1\/audit-logs\/reviews$/ },
];

const RULES: readonly Rule[] = [
  { path: /^\/v1\/entities\/[^/]+\/restore$/, read: 'entities:read', write: 'entities:delete' },
  { path: /^\/v1\/entities\/[^/]+\/relationships(\/|$)/, read: 'entities:read', write: 'entities:write' },
  { path: /^\/v1\/entities(\/|$)/, read: 'entities:read', write: 'entities:write', remove: 'entities:delete' },
  { path: /^\/v1\/documents(\/|$)/, read: 'entities:read', write: 'entities:write' },
  { path: /^\/v1\/suppliers(\/|$)/, read: 'suppliers:read', write: 'suppliers:write' },
  { path: /^\/v1\/certificates(\/|$)/, read: 'certificates:read', write: 'certificates:write' },
  { path: /^\/v1\/quality-events(\/|$)/, read: 'quality-events:read', write: 'quality-events:write' },
  {
    path: /^\/v1\/workflows\/(instances|approvals|delegations)(\/|$)/,
    read: 'workflows:read',
    write: 'workflows:execute',
  },
  { path: /^\/v1\/workflows(\/|$)/, read: 'workflows:read', write: 'admin:write' },
  {
    path: /^\/v1\/audit-logs\/(retention|holds|system-qualifications)(\/|$)/,
    read: 'audit-logs:read',
    write: 'admin:write',
  },
  { path: /^\/v1\/(audit-logs|signatures)(\/|$)/, read: 'audit-logs:read', write: 'audit-logs:read' },
  {
    path: /^\/v1\/(webhooks|integrations|api-keys|oauth-applications|users(?!\/directory$)|organization)(\/|$)/,
    read: 'admin:read',
    write: 'admin:write',
  },
];

/**
 * The scope that a request needs by method and path (decisions §3), or null where none does (`/v1/me`, the directory, unknown paths, what approvers may do).
 * The gateway refuses early by it; every service checks again by its own route.
 */
export const requiredScope = (method: string, path: string): Scope | null => {
  const asked = method === 'HEAD' ? 'GET' : method;
  if (OF_APPROVERS.some((one) => one.method === asked && one.path.test(path))) return null;
  const rule = RULES.find((candidate) => candidate.path.test(path));
  if (!rule) return null;
  if (asked === 'GET') return rule.read;
  return method === 'DELETE' ? (rule.remove ?? rule.write) : rule.write;
};

/** What needs no credential: it proves itself by what is sent (a one-use state, a signature). */
const OPEN: readonly { method: string; path: RegExp }[] = [
  { method: 'GET', path: /^\/v1\/integrations\/callback$/ },
  { method: 'POST', path: /^\/v1\/integrations\/webhooks\/[^/]+$/ },
];

/** Whether a request passes without a credential, by method and path. */
export const isOpenPath = (method: string, path: string): boolean =>
  OPEN.some((open) => open.method === method && open.path.test(path));
