import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { choices, RECORD_TYPES } from '../i18n/vocabulary.ts';
import { FieldInput } from '../ui/fields.tsx';
import { messagesAt, type Place } from './check-fault.ts';
import type { Definition } from './definition.ts';
import { FormFrame } from './form-frame.tsx';
import { StateForm } from './state-form.tsx';
import { TransitionForm } from './transition-form.tsx';
import type { Editor } from './use-editor.ts';

/** The form of what is chosen: the workflow as a whole, a state, or a transition. */
export const PlaceForm = ({ editor }: { editor: Editor }) => {
  const { t } = useLingui();
  const { chosen, definition, resets } = editor;
  const state = definition.states.find(({ id }) => id === chosen?.state);
  if (!chosen || (chosen.state !== null && !state))
    return (
      <section className="editor-form" aria-label={t`Nothing is chosen`}>
        <p className="none">
          <Trans>Choose a state or a transition in the drawing or in the list to change it.</Trans>
        </p>
      </section>
    );
  if (!state) return <DefinitionForm editor={editor} />;
  const key = `${state.id} ${chosen.to} ${resets}`;
  return chosen.to === null ? (
    <StateForm key={key} editor={editor} state={state} />
  ) : (
    <TransitionForm key={key} editor={editor} state={state} to={chosen.to} />
  );
};

const WHOLE: Place = { state: null, to: null };

const DefinitionForm = ({ editor }: { editor: Editor }) => {
  const { t } = useLingui();
  const { definition, change, faults } = editor;
  const set = (part: Partial<Definition>) => change((before) => ({ ...before, ...part }));
  const error = (member: string) => messagesAt(faults, WHOLE, member, true);
  return (
    <FormFrame
      title={t`Name and kinds of record`}
      faults={faults}
      place={WHOLE}
      fields={['name', 'description', 'entity_types']}
    >
      <FieldInput
        spec={{ path: 'name', label: t`Name`, kind: 'text', isRequired: true }}
        value={definition.name}
        onChange={(name) => set({ name: String(name) })}
        error={error('name')}
      />
      <FieldInput
        spec={{ path: 'description', label: t`Description`, kind: 'long' }}
        value={definition.description}
        onChange={(description) => set({ description: String(description) })}
        error={error('description')}
      />
      <FieldInput
        spec={{
          path: 'entity_types',
          label: t`Kinds of record`,
          kind: 'several',
          choices: choices(RECORD_TYPES),
          isRequired: true,
        }}
        value={definition.entity_types}
        onChange={(types) => set({ entity_types: types as string[] })}
        error={error('entity_types')}
      />
      <Checkbox
        label={t`Active: new records of these kinds follow it`}
        checked={definition.is_active}
        onChange={(event) => set({ is_active: event.currentTarget.checked })}
      />
    </FormFrame>
  );
};
