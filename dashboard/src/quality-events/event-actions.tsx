import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkDialog } from '../ui/list/bulk.tsx';
import { PersonSelect } from '../ui/person-select.tsx';
import { type QualityEvent, refreshEvent, saveEvent } from './quality-event.queries.ts';

/** What can be done with chosen events: assign them, or change their due date. */
export const EventActions = ({ chosen }: { chosen: readonly QualityEvent[] }) => {
  const [kind, setKind] = useState<'assign' | 'due' | null>(null);
  return (
    <>
      <Button variant="default" onClick={() => setKind('assign')}>
        <Trans>Assign</Trans>
      </Button>
      <Button variant="default" onClick={() => setKind('due')}>
        <Trans>Change due date</Trans>
      </Button>
      {kind && <EventBulk kind={kind} events={chosen} onClose={() => setKind(null)} />}
    </>
  );
};

const EventBulk = ({
  kind,
  events,
  onClose,
}: {
  kind: 'assign' | 'due';
  events: readonly QualityEvent[];
  onClose: () => void;
}) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [rows] = useState(events);
  const [value, setValue] = useState('');
  const field = kind === 'assign' ? 'assigned_to' : 'due_date';
  return (
    <BulkDialog
      title={kind === 'assign' ? t`Assign` : t`Change due date`}
      verb={kind === 'assign' ? t`Assign` : t`Change due date`}
      rows={rows.map(({ id, number, title }) => ({ id, name: `${number} ${title}` }))}
      isReady={value !== ''}
      apply={({ id }, reason) => {
        const version = rows.find((event) => event.id === id)?.version ?? 0;
        return saveEvent(id, { patch: { [field]: value }, ifMatch: version, reason });
      }}
      onClose={onClose}
      onDone={() => void refreshEvent(queries, '')}
    >
      {kind === 'assign' ? (
        <PersonSelect
          label={t`Assigned to`}
          value={value || null}
          onChange={(id) => setValue(id ?? '')}
          data-autofocus
        />
      ) : (
        <TextInput
          type="date"
          label={t`Due date`}
          required
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          data-autofocus
        />
      )}
    </BulkDialog>
  );
};
