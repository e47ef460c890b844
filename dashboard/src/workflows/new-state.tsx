import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { choices } from '../i18n/vocabulary.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { addState, newStateId, type State } from './definition.ts';
import type { Editor } from './use-editor.ts';
import { STATE_TYPES } from './words.ts';

/** Asks for the name and the type of a new state, adds it, and opens its form. */
export const NewState = ({ editor, onClose }: { editor: Editor; onClose: () => void }) => {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [type, setType] = useState<State['type']>('intermediate');
  const explained: Readonly<Record<string, string>> = {
    initial: t`Where every record starts; one state is.`,
    intermediate: t`Left by people, or by itself after an event.`,
    approval: t`Left by the decisions of approvers alone.`,
    final: t`Nothing is left to do; nothing leads out of it.`,
  };
  const add = () => {
    const id = newStateId(editor.definition, name);
    editor.change((definition) => addState(definition, { id, name: name.trim(), type }));
    editor.choose({ state: id, to: null });
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t`Add a state`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (name.trim() !== '') add();
        }}
      >
        <Stack>
          <TextInput
            label={t`Name`}
            required
            maxLength={128}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Radio.Group label={t`Type`} value={type} onChange={(value) => setType(value as State['type'])}>
            <Stack gap="xs" mt={6}>
              {choices(STATE_TYPES).map(({ value, label }) => (
                <Radio key={value} value={value} label={label} description={explained[value]} />
              ))}
            </Stack>
          </Radio.Group>
          <DialogButtons onCancel={onClose} isDisabled={name.trim() === ''}>
            <Trans>Add a state</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
