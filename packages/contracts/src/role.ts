import { z } from 'zod';
import { SCOPES, type Scope } from './scope.ts';

/** The roles of a user (decisions §3). */
export const ROLES = [
  'system_admin',
  'quality_manager',
  'quality_assurance',
  'quality_specialist',
  'supplier_manager',
  'document_owner',
  'qualified_person',
  'auditor',
  'viewer',
] as const;

export const Role = z
  .enum(ROLES)
  .meta({ id: 'Role', description: 'What a user may do at most, whatever the scopes of the credential.' });

export type Role = z.infer<typeof Role>;

const RECORD_READS: readonly Scope[] = [
  'entities:read',
  'certificates:read',
  'suppliers:read',
  'quality-events:read',
  'workflows:read',
];

const QUALITY_WORK: readonly Scope[] = [
  ...RECORD_READS,
  'entities:write',
  'entities:delete',
  'certificates:write',
  'suppliers:write',
  'quality-events:write',
  'workflows:execute',
  'audit-logs:read',
];

/** What each role may do at most; a right is the scope of the credential and the role of the acting user together. */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  system_admin: SCOPES,
  quality_manager: [...QUALITY_WORK, 'admin:read'],
  quality_assurance: QUALITY_WORK,
  quality_specialist: [
    ...RECORD_READS,
    'entities:write',
    'certificates:write',
    'quality-events:write',
    'workflows:execute',
    'audit-logs:read',
  ],
  supplier_manager: [
    ...RECORD_READS,
    'entities:write',
    'certificates:write',
    'suppliers:write',
    'quality-events:write',
    'workflows:execute',
  ],
  document_owner: [...RECORD_READS, 'entities:write', 'certificates:write', 'workflows:execute'],
  qualified_person: [
    ...RECORD_READS,
    'certificates:write',
    'quality-events:write',
    'workflows:execute',
    'audit-logs:read',
  ],
  auditor: [...RECORD_READS, 'audit-logs:read', 'admin:read'],
  viewer: RECORD_READS,
};

/** Whether the role allows the scope; an OAuth application acts as itself, without a role, and is bound by its scopes alone. */
export const roleAllows = (role: Role | null, scope: Scope): boolean =>
  role === null || ROLE_SCOPES[role].includes(scope);
