import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Textarea, TextInput } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';

type Props = {
  id?: string;
  label: string;
  value: string;
  /** The value before it was typed over; undefined where it was not. */
  old?: string | null | undefined;
  isDay?: boolean;
  /** Which column it is of: Enter goes to the next value of the same column. */
  column: string;
  onChange: (value: string) => void;
  onReset: () => void;
};

const focusNext = (event: KeyboardEvent<HTMLElement>, column: string): void => {
  const all = [...document.querySelectorAll<HTMLElement>(`[data-column="${column}"]`)];
  const next = all[all.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)];
  next?.focus();
};

/** A value that is typed over in its place; the old one stays visible and can be put back. */
export const ValueInput = ({ id, label, value, old, isDay, column, onChange, onReset }: Props) => {
  const { t } = useLingui();
  const shared = {
    id,
    value,
    'data-column': column,
    'data-changed': old !== undefined || undefined,
    maxLength: 2_000,
    'aria-label': label,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      focusNext(event, column);
    },
  };
  return (
    <div className="value">
      {isDay ? (
        <TextInput type="date" min="1900-01-01" max="2199-12-31" {...shared} />
      ) : (
        <Textarea minRows={1} maxRows={6} {...shared} />
      )}
      {old !== undefined && (
        <span className="value-old">
          {old === null ? (
            <Trans>was empty</Trans>
          ) : (
            <span>
              <span className="visually-hidden">{t`before`} </span>
              <s>{old}</s>
            </span>
          )}
          <ActionIcon size={18} aria-label={t`Put back: ${label}`} onClick={onReset}>
            <IconArrowBackUp size={14} />
          </ActionIcon>
        </span>
      )}
    </div>
  );
};
