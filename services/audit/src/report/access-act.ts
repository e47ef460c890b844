import type { AuditEntry } from '../entry/entry.ts';

/** The kinds of access events that this report counts. */
export type AccessAct = 'failed_login' | 'failed_signature' | 'lockout' | 'role_change';

/** The access event of an entry about a user; null for others. */
export const toAccessAct = ({ action, changes, metadata, signature }: AuditEntry): AccessAct | null => {
  const outcome = metadata.details?.outcome;
  if (action === 'login') return outcome === 'failed' ? 'failed_login' : null;
  if (action === 'sign') return signature.required && !signature.signed ? 'failed_signature' : null;
  if (action !== 'update') return null;
  if (outcome === 'locked') return 'lockout';
  return changes.role ? 'role_change' : null;
};
