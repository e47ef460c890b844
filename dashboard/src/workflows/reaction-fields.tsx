import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Autocomplete, Button, Group, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { choices } from '../i18n/vocabulary.ts';
import { type ConditionRow, EMPTY_CONDITION, isRepeated, toRows, toWhen } from './condition-rows.ts';
import type { Reaction } from './definition.ts';
import { OPERATORS, REACTION_EVENTS } from './words.ts';

type Props = {
  number: number;
  reaction: Reaction;
  error: string | undefined;
  onChange: (reaction: Reaction) => void;
  onRemove: () => void;
};

/** What conditions are mostly about; any other path can be typed. */
const PATHS = [
  ...['type', 'status', 'previous_status', 'classification', 'priority', 'category'],
  ...['changes.status', 'former.status', 'changes.effectiveness_check.outcome'],
  ...['record.open_capas', 'record.closed_capas', 'record.open_actions', 'record.effectiveness', 'record.category'],
];

const EXAMPLE_PATH = 'record.open_capas';

/** An event after which a transition is made by itself, and the conditions for it. */
export const ReactionFields = ({ number, reaction, error, onChange, onRemove }: Props) => {
  const { t } = useLingui();
  // Rows that are still to be completed are in no definition.
  const [rows, setRows] = useState(() => toRows(reaction.when));
  const change = (next: ConditionRow[]) => {
    setRows(next);
    onChange({ ...reaction, when: toWhen(next) });
  };
  const changeRow = (index: number, part: Partial<ConditionRow>) =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <fieldset className="reaction">
      <legend className="visually-hidden">{t`Event ${number}`}</legend>
      <Select
        label={t`Event`}
        data={choices(REACTION_EVENTS)}
        value={reaction.event}
        allowDeselect={false}
        onChange={(event) => onChange({ ...reaction, event: event as Reaction['event'] })}
        error={error}
        mb="xs"
      />
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that they are known by.
        <fieldset key={index} className="condition">
          <legend className="visually-hidden">{t`Condition ${index + 1}`}</legend>
          <Autocomplete
            aria-label={t`Value that is looked at`}
            placeholder={EXAMPLE_PATH}
            data={PATHS}
            value={row.path}
            onChange={(path) => changeRow(index, { path })}
            error={isRepeated(rows, index) && t`This value is compared so above already. Remove one of the two.`}
          />
          <Select
            aria-label={t`Comparison`}
            data={choices(OPERATORS)}
            value={row.operator}
            allowDeselect={false}
            onChange={(operator) => operator !== null && changeRow(index, { operator })}
          />
          <TextInput
            aria-label={t`Value to compare with`}
            placeholder={row.operator === 'in' ? 'closed, rejected' : ''}
            value={row.value}
            onChange={(event) => changeRow(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Remove condition ${index + 1}`}
            onClick={() => change(rows.filter((_, at) => at !== index))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      <Group gap="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setRows([...rows, EMPTY_CONDITION])}
        >
          <Trans>Add a condition</Trans>
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={onRemove}
        >
          <Trans>Remove the event</Trans>
        </Button>
      </Group>
    </fieldset>
  );
};
