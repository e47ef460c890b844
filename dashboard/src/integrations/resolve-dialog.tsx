import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldName } from '../i18n/vocabulary.ts';
import { BulkDialog } from '../ui/list/bulk.tsx';
import { type Conflict, type Resolution, resolveConflict } from './sync.queries.ts';
import { Value } from './value.tsx';

type Choice = 'external' | 'service' | 'value';

type Props = {
  conflicts: readonly Conflict[];
  nameOf: (id: string) => string;
  onClose: () => void;
  onDone: () => void;
};

/** Decides conflicts as they were shown; each has a result of its own. Another value is typed for one text alone. */
export const ResolveDialog = ({ conflicts, nameOf, onClose, onDone }: Props) => {
  const { t } = useLingui();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [typed, setTyped] = useState('');
  const [only] = conflicts.length === 1 ? conflicts : [];
  const isText =
    only !== undefined &&
    only.field !== 'record' &&
    [only.base_value, only.local_value, only.remote_value].every((one) => one === null || typeof one === 'string');
  const resolution: Resolution | null =
    choice === null ? null : choice === 'value' ? { resolution: choice, value: typed } : { resolution: choice };
  const byId = new Map(conflicts.map((conflict) => [conflict.id, conflict]));
  const toName = ({ entity_id, field }: Conflict) =>
    `${nameOf(entity_id)}: ${field === 'record' ? t`Deleted there, changed here` : fieldName(field)}`;
  return (
    <BulkDialog
      title={conflicts.length === 1 ? t`Resolve the conflict` : t`Resolve ${conflicts.length} conflicts`}
      verb={t`Resolve`}
      rows={conflicts.map((conflict) => ({ id: conflict.id, name: toName(conflict) }))}
      isReady={resolution !== null && (choice !== 'value' || typed.trim() !== '')}
      apply={async ({ id }, reason) => {
        const conflict = byId.get(id);
        if (conflict && resolution) await resolveConflict(conflict, resolution, reason);
      }}
      onClose={onClose}
      onDone={onDone}
    >
      {only && <Sides conflict={only} name={toName(only)} />}
      <Radio.Group
        label={t`What is to be the value on both sides?`}
        required
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
      >
        <Stack gap={6} mt={6}>
          <Radio
            value="service"
            label={t`The value here`}
            description={t`It stays here, and is sent where the mapping sends it.`}
          />
          <Radio value="external" label={t`The value there`} description={t`It is written here at once.`} />
          {isText && <Radio value="value" label={t`Another value`} />}
        </Stack>
      </Radio.Group>
      {choice === 'value' && (
        <TextInput label={t`Value`} required value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      )}
    </BulkDialog>
  );
};

const Sides = ({ conflict, name }: { conflict: Conflict; name: string }) => {
  const { t } = useLingui();
  const sides = [
    { label: t`Before`, value: conflict.base_value },
    { label: t`Here`, value: conflict.local_value },
    { label: t`There`, value: conflict.remote_value },
  ];
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <dl className="integration-sides">
        {sides.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed">
        <Trans>Key there: {conflict.external_id}</Trans>
      </Text>
    </>
  );
};
