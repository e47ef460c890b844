import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { plain, ROLES, STATES, wordFor } from '../i18n/vocabulary.ts';
import type { Reaction, State, Workflow } from './definition.ts';

export const STATE_TYPES = {
  initial: msg`Initial`,
  intermediate: msg`Intermediate`,
  approval: msg`Approval`,
  final: msg`Final`,
};

export const APPROVAL_TYPES = {
  single: msg`by one person`,
  parallel: msg`by several, in any order`,
  sequential: msg`by several, one after the other`,
};

export const REACTION_EVENTS = {
  'quality_event.created': msg`A quality event is opened`,
  'quality_event.updated': msg`A quality event is changed`,
  'quality_event.overdue': msg`A quality event is overdue`,
  'supplier.qualification_changed': msg`The qualification of a supplier changes`,
  'certificate.validated': msg`A certificate is found valid`,
  'certificate.rejected': msg`A certificate is rejected`,
  'certificate.expired': msg`A certificate expires`,
  'certificate.superseded': msg`A certificate is superseded`,
};

export const OPERATORS = {
  eq: msg`is`,
  ne: msg`is not`,
  gt: msg`is over`,
  ge: msg`is at least`,
  lt: msg`is under`,
  le: msg`is at most`,
  in: msg`is one of`,
};

/** The members of a workflow, its states and its transitions. */
export const MEMBERS = {
  name: msg`Name`,
  description: msg`Description`,
  entity_types: msg`Kinds of record`,
  is_active: msg`Active`,
  type: msg`Type`,
  sla_hours: msg`Time limit`,
  required_approvers: msg`Number of approvers`,
  approval_type: msg`Order of approval`,
  approver_roles: msg`Roles that approve`,
  require_signature: msg`Approval is signed`,
  require_audit_review: msg`Audit trail is reviewed first`,
  on_approve: msg`After approval`,
  on_reject: msg`After rejection`,
  requires_fields: msg`Required fields`,
  requires_signature: msg`Signature`,
  roles: msg`Roles`,
  reactions: msg`By itself`,
};

/** Names of states of the shipped definitions that their identifiers do not say. */
const SHIPPED_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  'Impact assessment': msg`Impact assessment`,
  'Verification of effectiveness': msg`Verification of effectiveness`,
};

/** The name of a state: in the language of the moment, unless the organisation gave it a name of its own. */
export const stateName = ({ id, name }: Pick<State, 'id' | 'name'>): string => {
  const shipped = SHIPPED_NAMES[name];
  if (shipped) return i18n._(shipped);
  return name === plain(id) ? wordFor(STATES, id) : name;
};

/** The name of a state by its identifier, also of one that is not among the states. */
export const nameIn = (states: Workflow['states'], id: string): string => {
  const state = states.find((one) => one.id === id);
  return state ? stateName(state) : wordFor(STATES, id);
};

export const roleWords = (roles: readonly string[]): string => roles.map((role) => wordFor(ROLES, role)).join(', ');

/** A time in hours, in days where it is long. */
export const hoursText = (hours: number): string => {
  const digits = (value: number) => i18n.number(value, { maximumFractionDigits: 1 });
  const days = 48;
  return hours < days ? i18n._(msg`${digits(hours)} h`) : i18n._(msg`${digits(hours / 24)} days`);
};

const valueText = (value: unknown): string =>
  Array.isArray(value) ? value.map(valueText).join(', ') : value === null ? '–' : String(value);

/** The conditions of a reaction, one line each. */
const conditionLines = (when: Reaction['when']): string[] =>
  Object.entries(when).flatMap(([path, condition]) => {
    const operators = typeof condition === 'object' && condition !== null ? condition : { eq: condition };
    return Object.entries(operators).map(
      ([operator, value]) => `${path} ${wordFor(OPERATORS, operator)} ${valueText(value)}`,
    );
  });

/** A reaction in one line. */
export const reactionText = ({ event, when }: Pick<Reaction, 'event' | 'when'>): string =>
  [wordFor(REACTION_EVENTS, event), ...conditionLines(when)].join(' · ');
