import { z } from 'zod';

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

export const AuditAction = z.enum(AUDIT_ACTIONS).meta({ id: 'AuditAction', description: 'What was done.' });

export type AuditAction = z.infer<typeof AuditAction>;
