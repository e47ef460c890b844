import { useLingui } from '@lingui/react/macro';
import { Checkbox, MultiSelect, NumberInput, Select } from '@mantine/core';
import { choices, ROLES } from '../i18n/vocabulary.ts';
import { messagesAt } from './check-fault.ts';
import { type Approval, changeApproval, type State } from './definition.ts';
import type { Editor } from './use-editor.ts';
import { APPROVAL_TYPES, stateName } from './words.ts';

const MOST_APPROVERS = 20;

type Role = Approval['approver_roles'][number];

/** Who approves in a state, how many, in which order, with what proof, and where both outcomes lead. */
export const ApprovalFields = ({ editor, state }: { editor: Editor; state: State }) => {
  const { t } = useLingui();
  const { definition, change, faults } = editor;
  const approval = state.approval_config;
  if (!approval) return null;
  const { required_approvers: count, approver_roles: roles } = approval;
  const type = approval.approval_type ?? (count === 1 ? 'single' : 'parallel');
  const set = (part: Partial<Approval>) => change((before) => changeApproval(before, state.id, part));
  const error = (member: string, isDeep = false) =>
    messagesAt(faults, { state: state.id, to: null }, `approval_config.${member}`, isDeep);
  const others = definition.states
    .filter(({ id }) => id !== state.id)
    .map((other) => ({ value: other.id, label: stateName(other) }));
  // A role may stand in the list twice where each approver has one of its own.
  const isOrdered = type === 'sequential' || new Set(roles).size < roles.length;
  return (
    <>
      <NumberInput
        label={t`Number of approvers`}
        min={1}
        max={MOST_APPROVERS}
        allowDecimal={false}
        value={count}
        onChange={(next) => {
          const required_approvers = Number(next);
          const isSingle = required_approvers === 1;
          const approval_type = isSingle ? 'single' : type === 'single' ? 'parallel' : type;
          set({ required_approvers, approval_type });
        }}
        error={error('required_approvers')}
      />
      <Select
        label={t`Order of approval`}
        data={choices(APPROVAL_TYPES)}
        value={type}
        allowDeselect={false}
        onChange={(next) => set({ approval_type: next as NonNullable<Approval['approval_type']> })}
        error={error('approval_type')}
      />
      {isOrdered ? (
        Array.from({ length: Math.max(count, roles.length) }, (_, index) => index).map((index) => (
          <Select
            key={index}
            label={t`Role of approver ${index + 1}`}
            data={choices(ROLES)}
            value={roles[index] ?? null}
            onChange={(role) => set({ approver_roles: replaceAt(roles, index, role as Role | null) })}
            clearable={index >= count}
            clearButtonProps={{ 'aria-label': t`Clear` }}
            error={index === 0 ? error('approver_roles', true) : undefined}
          />
        ))
      ) : (
        <MultiSelect
          label={t`Roles that approve`}
          description={t`With as many roles as approvers, each role approves once.`}
          data={choices(ROLES)}
          value={roles}
          onChange={(next) => set({ approver_roles: next as Role[] })}
          searchable
          error={error('approver_roles', true)}
        />
      )}
      <Checkbox
        label={t`Each approval is signed`}
        checked={approval.require_signature}
        onChange={(event) => set({ require_signature: event.currentTarget.checked })}
      />
      <Checkbox
        label={t`The audit trail is reviewed before`}
        checked={approval.require_audit_review ?? false}
        onChange={(event) => set({ require_audit_review: event.currentTarget.checked })}
      />
      <Select
        label={t`After approval`}
        data={others}
        value={approval.on_approve ?? null}
        onChange={(on_approve) => on_approve !== null && set({ on_approve })}
        error={error('on_approve')}
      />
      <Select
        label={t`After rejection`}
        description={t`Without a way back, a rejection is refused.`}
        data={others}
        value={approval.on_reject ?? null}
        onChange={(on_reject) => on_reject !== null && set({ on_reject })}
        error={error('on_reject')}
      />
    </>
  );
};

/** The roles with another one at a place; without one, the place goes. */
const replaceAt = (roles: readonly Role[], index: number, role: Role | null): Role[] =>
  role === null ? roles.filter((_, at) => at !== index) : [...roles.slice(0, index), role, ...roles.slice(index + 1)];
