import type { AuditEntry } from '../entry/entry.ts';

/** What an entry tells of access; null for all that this report does not count. */
export type AccessAct = 'failed_login' | 'failed_signature' | 'lockout' | 'role_change';

/** Which act of access an entry about a user tells of. */
export const accessActOf = ({ action, changes, metadata, signature }: AuditEntry): AccessAct | null => {
  const outcome = metadata.details?.outcome;
  if (action === 'login') return outcome === 'failed' ? 'failed_login' : null;
  if (action === 'sign') return signature.required && !signature.signed ? 'failed_signature' : null;
  if (action !== 'update') return null;
  if (outcome === 'locked') return 'lockout';
  return changes.role ? 'role_change' : null;
};
