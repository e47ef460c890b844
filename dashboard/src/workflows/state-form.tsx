import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Input, NumberInput, Select, TextInput } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { choices, EVENT_TYPES } from '../i18n/vocabulary.ts';
import { FieldInput } from '../ui/fields.tsx';
import { ApprovalFields } from './approval-fields.tsx';
import { messagesAt } from './check-fault.ts';
import {
  addTransition,
  asType,
  changeState,
  listNextStates,
  removeState,
  removeTransition,
  renameState,
  type State,
} from './definition.ts';
import { FormFrame } from './form-frame.tsx';
import type { Editor } from './use-editor.ts';
import { nameIn, STATE_TYPES, stateName } from './words.ts';

type Props = { editor: Editor; state: State };

/** A state: its name and type, its time limit, where it leads, and who approves. */
export const StateForm = ({ editor, state }: Props) => {
  const { t } = useLingui();
  const { change, choose, faults } = editor;
  const place = { state: state.id, to: null };
  const error = (member: string) => messagesAt(faults, place, member);
  const set = (part: Partial<State>) =>
    change((before) => changeState(before, state.id, (old) => ({ ...old, ...part })));
  const remove = () => {
    change((before) => removeState(before, state.id));
    choose(null);
  };
  return (
    <FormFrame
      title={t`State “${stateName(state)}”`}
      faults={faults}
      place={place}
      fields={['name', 'id', 'type', 'sla_hours', 'allowed_transitions', ...APPROVAL_MEMBERS]}
    >
      <FieldInput
        spec={{ path: 'name', label: t`Name`, kind: 'text', isRequired: true }}
        value={state.name}
        onChange={(name) => set({ name: String(name) })}
        error={error('name')}
      />
      <Identifier editor={editor} state={state} />
      <Select
        label={t`Type`}
        data={choices(STATE_TYPES)}
        value={state.type}
        allowDeselect={false}
        onChange={(type) =>
          change((before) => changeState(before, state.id, (old) => asType(old, type as State['type'])))
        }
        error={error('type')}
      />
      {state.type !== 'final' && (
        <>
          <NumberInput
            label={t`Time limit in hours`}
            description={t`After it, the record is overdue in this state; empty for none.`}
            min={0}
            max={87_600}
            value={state.sla_hours ?? ''}
            onChange={(hours) => set({ sla_hours: hours === '' ? undefined : Number(hours) } as Partial<State>)}
            error={error('sla_hours')}
          />
          <Targets editor={editor} state={state} error={error('allowed_transitions')} />
        </>
      )}
      {state.type === 'approval' && <ApprovalFields editor={editor} state={state} />}
      <Group>
        <Button variant="subtle" color="red" leftSection={<IconTrash size={15} aria-hidden />} onClick={remove}>
          <Trans>Remove the state</Trans>
        </Button>
      </Group>
    </FormFrame>
  );
};

const APPROVAL_MEMBERS = ['required_approvers', 'approver_roles', 'approval_type', 'on_approve', 'on_reject'].map(
  (member) => `approval_config.${member}`,
);

const IDENTIFIER = /^[a-z][a-z0-9_]{0,63}$/;

/** The identifier of a state, which takes effect everywhere when the field is left. */
const Identifier = ({ editor, state }: Props) => {
  const { t } = useLingui();
  const [typed, setTyped] = useState(state.id);
  const { definition, change, choose, faults } = editor;
  const isTaken = definition.states.some(({ id }) => id === typed && id !== state.id);
  const fault = !IDENTIFIER.test(typed)
    ? t`Small letters, digits and _, beginning with a letter`
    : isTaken
      ? t`Another state has this identifier`
      : undefined;
  const isOfEvents = definition.entity_types.some((type) => type in EVENT_TYPES);
  const rename = () => {
    if (typed === state.id) return;
    if (fault) return setTyped(state.id);
    change((before) => renameState(before, state.id, typed));
    choose({ state: typed, to: null });
  };
  return (
    <TextInput
      label={t`Identifier`}
      description={
        isOfEvents
          ? t`Where it is a status of quality events, such as verification, the event has it; otherwise the event keeps its status.`
          : t`Programs know the state by it.`
      }
      classNames={{ input: 'mono' }}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
      error={fault ?? messagesAt(faults, { state: state.id, to: null }, 'id')}
    />
  );
};

/** Where a state leads: transitions to open, to remove and to add. */
const Targets = ({ editor, state, error }: Props & { error: string | undefined }) => {
  const { t } = useLingui();
  const { definition, change, choose } = editor;
  const { states } = definition;
  const targets = listNextStates(state);
  const others = states.filter(({ id }) => id !== state.id && !targets.includes(id));
  return (
    <div>
      <Input.Label component="div">{t`Leads to`}</Input.Label>
      <ul className="workflow-ways">
        {targets.map((to) => {
          const name = nameIn(states, to);
          return (
            <li key={to}>
              <button type="button" className="editor-place" onClick={() => choose({ state: state.id, to })}>
                → {name}
              </button>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t`Remove the transition to ${name}`}
                onClick={() => change((before) => removeTransition(before, state.id, to))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <Select
        aria-label={t`Add a transition to`}
        placeholder={t`Add a transition to`}
        mt={6}
        data={others.map((other) => ({ value: other.id, label: stateName(other) }))}
        value={null}
        onChange={(to) => to !== null && change((before) => addTransition(before, state.id, to))}
        error={error}
      />
    </div>
  );
};
