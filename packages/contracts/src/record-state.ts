import { ROLES, type Role, roleAllows } from './role.ts';
import type { Scope } from './scope.ts';

/** One transition of a table of states. */
export type StateTransition = {
  to: string;
  /** Fields without which the transition is refused. */
  requires?: readonly string[];
  /** What is required comes with the transition: what the record has from an earlier one does not count. */
  fresh?: true;
  roles?: readonly Role[];
  /** A date of the record that may not be over. */
  notPast?: string;
};

/** The states of a kind of record as data: where it begins, and which transitions each state allows. */
export type StateTable = {
  attribute: string;
  /** The scope that a transition of a record needs, beside the right to change entities. */
  scope: Scope;
  initial: readonly string[];
  transitions: Readonly<Record<string, readonly StateTransition[]>>;
  /** Fields that a record in a state must have. */
  requiredFields: Readonly<Record<string, readonly string[]>>;
  /** Attributes that change with a companion of this kind alone, once the record is there. */
  assessed?: { attributes: readonly string[]; companion: string };
};

const CONDITIONAL: StateTransition = { to: 'conditional', requires: ['conditions'] };

const SUPPLIER_STATES: StateTable = {
  attribute: 'qualification_status',
  scope: 'suppliers:write',
  requiredFields: { conditional: ['conditions'] },
  assessed: { attributes: ['risk_score', 'risk_level'], companion: 'supplier.risk-assessment' },
  initial: ['new', 'pending'],
  transitions: {
    new: [{ to: 'evaluation' }, { to: 'disqualified' }],
    evaluation: [{ to: 'qualified' }, CONDITIONAL, { to: 'disqualified' }],
    qualified: [{ to: 'qualified' }, CONDITIONAL, { to: 'suspended' }, { to: 'evaluation' }, { to: 'disqualified' }],
    conditional: [CONDITIONAL, { to: 'qualified' }, { to: 'suspended' }, { to: 'evaluation' }, { to: 'disqualified' }],
    suspended: [
      { to: 'evaluation' },
      CONDITIONAL,
      { to: 'qualified', requires: ['documents'], fresh: true },
      { to: 'disqualified' },
    ],
    disqualified: [{ to: 'evaluation', roles: ['quality_manager'] }],
  },
};

const CERTIFICATE_STATES: StateTable = {
  attribute: 'status',
  scope: 'certificates:write',
  requiredFields: {},
  initial: ['pending'],
  transitions: {
    pending: [{ to: 'valid', notPast: 'expiry_date' }, { to: 'rejected' }],
    valid: [{ to: 'rejected', requires: ['notes'] }, { to: 'superseded' }],
    expiring_soon: [{ to: 'rejected', requires: ['notes'] }, { to: 'superseded' }],
    expired: [{ to: 'superseded' }],
    rejected: [],
    superseded: [],
  },
};

/**
 * The states of suppliers and certificates (decisions §4), by entity type; the services that own them and the generic
 * entity endpoints read this one table. A supplier that is `pending` counts as `new`; transitions by date are not in it.
 */
export const RECORD_STATES: Readonly<Record<string, StateTable>> = {
  supplier: SUPPLIER_STATES,
  certificate: CERTIFICATE_STATES,
};

/**
 * The roles that may make the transition (decisions §3, §4): those with the scope, but for the system_admin, who never decides on
 * quality records, or fewer where the transition says so.
 */
export const rolesForTransition = ({ scope }: StateTable, { roles }: StateTransition): readonly Role[] =>
  roles ?? ROLES.filter((role) => role !== 'system_admin' && roleAllows(role, scope));
