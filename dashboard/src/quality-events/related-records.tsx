import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { toRecordPath } from '../session/found.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type Related, RelatedPicker } from '../ui/related-picker.tsx';
import type { Change } from '../ui/section.tsx';
import type { QualityEvent } from './quality-event.queries.ts';

type Props = { event: QualityEvent; hindrance: string | null; save: (change: Change) => Promise<unknown> };

/** The suppliers, components and products that an event is about. */
export const RelatedRecords = ({ event, hindrance, save }: Props) => {
  const { t } = useLingui();
  const [isEditing, setEditing] = useState(false);
  return (
    <section className="section" aria-label={t`About`}>
      <Group justify="space-between" mb={6}>
        <h2 className="section-title">
          <Trans>About</Trans>
        </h2>
        {hindrance === null && event.type !== 'capa' && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            <Trans>Edit records</Trans>
          </Button>
        )}
      </Group>
      {event.related_entities.length === 0 ? (
        <span className="none">–</span>
      ) : (
        <ul className="related">
          {event.related_entities.map(({ id, type, name }) => {
            const to = toRecordPath(type, id);
            return (
              <li key={id}>
                <span className="related-type">{wordFor(RECORD_TYPES, type)}</span>
                {to ? (
                  <Link to={to} preload={false}>
                    {name}
                  </Link>
                ) : (
                  <span>{name}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {isEditing && <RelatedDialog event={event} save={save} onClose={() => setEditing(false)} />}
    </section>
  );
};

const RelatedDialog = ({ event, save, onClose }: Omit<Props, 'hindrance'> & { onClose: () => void }) => {
  const { t } = useLingui();
  const [records, setRecords] = useState<readonly Related[]>(event.related_entities);
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const store = async () => {
    setBusy(true);
    setFault(null);
    try {
      const related_entities = records.map(({ id, type }) => ({ id, type }));
      await save({ patch: { related_entities }, ifMatch: event.version });
      onClose();
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`What ${event.number} is about`}>
      <Stack>
        <RelatedList records={records} onChange={setRecords} />
        {fault !== null && <ErrorNotice error={fault} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button onClick={() => void store()} loading={isBusy}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};

/** Chosen records, each to be taken away again, and the field that adds one. */
export const RelatedList = ({
  records,
  onChange,
}: {
  records: readonly Related[];
  onChange: (records: Related[]) => void;
}) => {
  const { t } = useLingui();
  return (
    <Stack gap="xs">
      <RelatedPicker
        label={t`Supplier, component or product`}
        exclude={records.map(({ id }) => id)}
        onPick={(record) => onChange([...records, record])}
      />
      {records.length > 0 && (
        <ul className="related">
          {records.map((record) => (
            <li key={record.id}>
              <span className="related-type">{wordFor(RECORD_TYPES, record.type)}</span>
              <span>{record.name}</span>
              <ActionIcon
                size="sm"
                aria-label={t`Take away ${record.name}`}
                onClick={() => onChange(records.filter((other) => other !== record))}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
};
