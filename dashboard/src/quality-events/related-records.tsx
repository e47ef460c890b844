import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { hasCode } from '../session/api-error.ts';
import { toRecordPath } from '../session/found.ts';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { type Related, RelatedPicker } from '../ui/related-picker.tsx';
import type { Change } from '../ui/section.tsx';
import type { QualityEvent } from './quality-event.queries.ts';
import { TransitionFault } from './transition-fault.tsx';

type Props = {
  event: QualityEvent;
  hindrance: string | null;
  save: (change: Change) => Promise<unknown>;
  reload: () => Promise<QualityEvent>;
};

/** The suppliers, components and products that an event is about. */
export const RelatedRecords = ({ event, hindrance, save, reload }: Props) => {
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
      {isEditing && <RelatedDialog event={event} save={save} reload={reload} onClose={() => setEditing(false)} />}
    </section>
  );
};

const RelatedDialog = ({ event, save, reload, onClose }: Omit<Props, 'hindrance'> & { onClose: () => void }) => {
  const { t } = useLingui();
  const isReasonAsked = useSession().organization.strict_mode;
  const [base, setBase] = useState(event);
  const [reason, setReason] = useState('');
  const [records, setRecords] = useState<readonly Related[]>(event.related_entities);
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  /** What was added and taken away here is a change of the records as somebody else left them. */
  const showAsItIsNow = async () => {
    const now = await reload();
    const [before, chosen] = [base.related_entities, records].map((list) => new Set(list.map(({ id }) => id)));
    const kept = now.related_entities.filter(({ id }) => chosen?.has(id) || !before?.has(id));
    const added = records.filter(({ id }) => !before?.has(id) && kept.every((one) => one.id !== id));
    setRecords([...kept, ...added]);
    setBase(now);
  };

  const store = async (submitted: FormEvent) => {
    submitted.preventDefault();
    setBusy(true);
    setFault(null);
    try {
      const related_entities = records.map(({ id, type }) => ({ id, type }));
      await save({ patch: { related_entities }, ifMatch: base.version, reason: reason.trim() || undefined });
      onClose();
    } catch (error) {
      setFault(error);
      if (hasCode(error, 'precondition_failed')) await showAsItIsNow().catch(setFault);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`What ${event.number} is about`}>
      <form onSubmit={store}>
        <Stack>
          <RelatedList records={records} onChange={setRecords} />
          {isReasonAsked && (
            <TextInput
              label={t`Reason for the change`}
              required
              maxLength={1000}
              value={reason}
              onChange={(typed) => setReason(typed.currentTarget.value)}
            />
          )}
          {fault !== null && <TransitionFault error={fault} />}
          <DialogButtons onCancel={onClose} isBusy={isBusy}>
            <Trans>Save</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};

/** Chosen records, each to be taken away again, and the field that adds one. */
export const RelatedList = ({
  records,
  onChange,
  label,
  kinds,
}: {
  records: readonly Related[];
  onChange: (records: Related[]) => void;
  label?: string;
  kinds?: readonly string[];
}) => {
  const { t } = useLingui();
  return (
    <Stack gap="xs">
      <RelatedPicker
        label={label ?? t`Supplier, component or product`}
        {...(kinds && { kinds })}
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
