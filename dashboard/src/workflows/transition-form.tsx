import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Input, MultiSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { choices, ROLES } from '../i18n/vocabulary.ts';
import { messagesAt } from './check-fault.ts';
import {
  changeReactions,
  changeRule,
  type Reaction,
  type Rule,
  reactionsTo,
  removeTransition,
  ruleFor,
  type State,
} from './definition.ts';
import { FormFrame } from './form-frame.tsx';
import { ReactionFields } from './reaction-fields.tsx';
import { fieldChoices } from './record-fields.ts';
import type { Editor } from './use-editor.ts';
import { nameIn, stateName } from './words.ts';

type Props = { editor: Editor; state: State; to: string };

const EXAMPLE_PATH = 'attributes.report_id';

/** A transition: what it needs, who makes it, and the events after which it is made by itself. */
export const TransitionForm = ({ editor, state, to }: Props) => {
  const { t } = useLingui();
  const { definition, change, choose, faults } = editor;
  const place = { state: state.id, to };
  const target = nameIn(definition.states, to);
  const remove = () => {
    change((before) => removeTransition(before, state.id, to));
    choose({ state: state.id, to: null });
  };
  return (
    <FormFrame
      title={t`Transition “${stateName(state)} → ${target}”`}
      faults={faults}
      place={place}
      fields={['requires_fields', 'roles', 'on']}
    >
      {state.type === 'approval' ? (
        <p>
          <Outcome state={state} to={to} /> <Trans>What approvers need is part of the state.</Trans>
        </p>
      ) : (
        <>
          <Requirements editor={editor} state={state} to={to} />
          <Reactions editor={editor} state={state} to={to} />
        </>
      )}
      <Group>
        <Button variant="default" onClick={() => choose({ state: state.id, to: null })}>
          <Trans>Open the state</Trans>
        </Button>
        <Button variant="subtle" color="red" leftSection={<IconTrash size={15} aria-hidden />} onClick={remove}>
          <Trans>Remove the transition</Trans>
        </Button>
      </Group>
    </FormFrame>
  );
};

const Outcome = ({ state: { approval_config: approval }, to }: Omit<Props, 'editor'>) => {
  if (approval?.on_approve === to) return <Trans>Made when the approvers approve.</Trans>;
  if (approval?.on_reject === to) return <Trans>Made when an approver rejects.</Trans>;
  return <Trans>No decision of the approvers leads here yet.</Trans>;
};

const Requirements = ({ editor, state, to }: Props) => {
  const { t } = useLingui();
  const { definition, change, faults } = editor;
  const rule = ruleFor(state, to);
  const [other, setOther] = useState('');
  const set = (part: Partial<Rule>) => change((before) => changeRule(before, state.id, to, part));
  const error = (member: string) => messagesAt(faults, { state: state.id, to }, member);
  const add = () => {
    const path = other.trim();
    if (path !== '') set({ requires_fields: [...new Set([...rule.requires_fields, path])] });
    setOther('');
  };
  return (
    <>
      <MultiSelect
        label={t`Required fields`}
        description={t`The record needs a value in each of them.`}
        data={fieldChoices(definition.entity_types, rule.requires_fields)}
        value={rule.requires_fields}
        onChange={(requires_fields) => set({ requires_fields })}
        searchable
        error={error('requires_fields')}
      />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={t`Another field by its path`}
          placeholder={EXAMPLE_PATH}
          value={other}
          onChange={(event) => setOther(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && add()}
          flex={1}
        />
        <Button variant="default" onClick={add} disabled={other.trim() === ''}>
          <Trans>Add</Trans>
        </Button>
      </Group>
      <Checkbox
        label={t`The transition is signed`}
        checked={rule.requires_signature}
        onChange={(event) => set({ requires_signature: event.currentTarget.checked })}
      />
      <MultiSelect
        label={t`Roles that make it`}
        description={t`None: every role that may make transitions.`}
        data={choices(ROLES)}
        value={rule.roles}
        onChange={(roles) => set({ roles: roles as Rule['roles'] })}
        searchable
        error={error('roles')}
      />
    </>
  );
};

const Reactions = ({ editor, state, to }: Props) => {
  const { t } = useLingui();
  const { change, faults, resets } = editor;
  const found = reactionsTo(state, to);
  const setAt = (index: number, next: Reaction | null) =>
    change((before) =>
      changeReactions(before, state.id, (on) =>
        on.flatMap((reaction, at) => (at === index ? (next ? [next] : []) : [reaction])),
      ),
    );
  const add = () =>
    change((before) =>
      changeReactions(before, state.id, (on) => [...on, { event: 'quality_event.updated', when: {}, to_state: to }]),
    );
  return (
    <div>
      <Input.Label component="div">{t`By itself after an event`}</Input.Label>
      {found.map(({ reaction, index }, number) => (
        <ReactionFields
          // One that was removed takes its rows with it.
          key={`${resets} ${found.length} ${index}`}
          number={number + 1}
          reaction={reaction}
          error={messagesAt(faults, { state: state.id, to }, `on.${index}`, true)}
          onChange={(next) => setAt(index, next)}
          onRemove={() => setAt(index, null)}
        />
      ))}
      <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        <Trans>Add an event</Trans>
      </Button>
    </div>
  );
};
