/** The closed list of audit actions (specification, "Audit log entry"). */
export const AUDIT_ACTIONS = [
  'create',
  'read',
  'update',
  'delete',
  'restore',
  'transition',
  'approve',
  'reject',
  'sign',
  'login',
  'logout',
  'export',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
