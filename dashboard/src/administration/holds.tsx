import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AUDITED_TYPES, typeName } from '../audit/audit-words.ts';
import { choices } from '../i18n/vocabulary.ts';
import { makeError } from '../session/client.ts';
import { useRight } from '../session/session.ts';
import { dayIn, endOfDay, formatDay, startOfDay } from '../ui/day.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import { Part } from '../ui/part.tsx';
import { Person } from '../ui/people.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { useRecordNames } from '../ui/record-names.ts';
import { type Related, RelatedPicker } from '../ui/related-picker.tsx';
import { Instant, usePlace } from '../ui/time.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { type Exception, type Hold, holdsQuery, liftHold, placeHold, refreshRetention } from './retention.queries.ts';

/** The legal holds, newest first: what each covers, and how one is placed and lifted. */
export const Holds = () => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const mayWrite = useRight('admin:write');
  const query = useQuery(holdsQuery);
  const [isPlacing, setPlacing] = useState(false);
  const [lifted, setLifted] = useState<Hold | null>(null);
  const lift = useMutation({
    mutationFn: ({ hold, reason }: { hold: Hold; reason: string }) => liftHold(hold.id, reason),
    onSettled: () => refreshRetention(queries),
  });
  const place = mayWrite && (
    <Button onClick={() => setPlacing(true)}>
      <Trans>Place a hold</Trans>
    </Button>
  );
  return (
    <>
      {lift.error && <ErrorNotice error={lift.error} />}
      <Part query={query} lines={4}>
        {(holds) =>
          holds.length === 0 ? (
            <Empty title={t`No legal holds`} action={place}>
              <Trans>A hold keeps entries from being removed, and records from being deleted for good.</Trans>
            </Empty>
          ) : (
            <>
              <Group justify="flex-end">{place}</Group>
              <ul className="holds">
                {holds.map((hold) => (
                  <li key={hold.id}>
                    <HoldFacts hold={hold} />
                    {mayWrite && hold.lifted_at === null && (
                      <Button variant="default" size="compact-xs" onClick={() => setLifted(hold)}>
                        <Trans>Lift…</Trans>
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Part>
      {isPlacing && <PlaceDialog onClose={() => setPlacing(false)} />}
      {lifted && (
        <ReasonDialog
          title={t`Lift the legal hold`}
          verb={t`Lift hold`}
          onClose={() => setLifted(null)}
          onReason={(reason) => lift.mutateAsync({ hold: lifted, reason })}
        />
      )}
    </>
  );
};

const HoldFacts = ({ hold }: { hold: Hold }) => {
  const { t } = useLingui();
  const { locale, zone } = usePlace();
  const { reason, from, to, entity_types, entity_ids, placed_at, placed_by, lifted_at, lifted_by } = hold;
  const day = (instant: string) => formatDay(dayIn(zone, new Date(instant)), locale);
  const covers = [
    entity_types.length > 0 ? entity_types.map(typeName).join(', ') : t`All kinds of record`,
    ...(from ? [t`from ${day(from)}`] : []),
    ...(to ? [t`until ${day(to)}`] : []),
  ].join(' · ');
  return (
    <div>
      <strong className="prose">{reason}</strong>
      <div className="prose">{covers}</div>
      {entity_ids.length > 0 && <HeldRecords ids={entity_ids} />}
      <Text size="xs" c="dimmed">
        <Trans>
          Placed by <Person id={placed_by} />, <Instant value={placed_at} />
        </Trans>
        {lifted_at && (
          <>
            {' · '}
            <Trans>
              lifted by <Person id={lifted_by} />, <Instant value={lifted_at} />
            </Trans>
          </>
        )}
      </Text>
    </div>
  );
};

const MOST_NAMED = 20;

const HeldRecords = ({ ids }: { ids: readonly string[] }) => {
  const named = ids.slice(0, MOST_NAMED);
  const names = useRecordNames(named);
  const others = ids.length - named.length;
  return (
    <div className="prose">
      {named.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to="/audit" search={{ entity_id: id }}>
            {names(id)}
          </Link>
        </Fragment>
      ))}{' '}
      {others > 0 && <Plural value={others} one="and # more record" other="and # more records" />}
    </div>
  );
};

type Typed = { reason: string; from: string; to: string; entity_types: Exception['entity_types']; records: Related[] };

const DRAFT = 'new-legal-hold';

/** Places a hold on the entries that match all that is given. */
const PlaceDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui();
  const { zone } = usePlace();
  const queries = useQueryClient();
  const [fault, setFault] = useState<unknown>(null);
  const draft = useStoredDraft<Typed>(DRAFT);
  const form = useForm<Typed>({
    defaultValues: { reason: '', from: '', to: '', entity_types: [], records: [], ...draft.read() },
  });
  useFormDraft(DRAFT, form);
  const records = useWatch({ control: form.control, name: 'records' });
  const specs: FieldSpec[] = [
    { path: 'reason', label: t`Reason`, kind: 'text', isRequired: true, description: t`It stands in the audit trail.` },
    { path: 'entity_types', label: t`Kinds of record`, kind: 'several', choices: choices(AUDITED_TYPES) },
    { path: 'from', label: t`From`, kind: 'day' },
    { path: 'to', label: t`Until`, kind: 'day' },
  ];

  const submit = async ({ reason, from, to, entity_types }: Typed) => {
    setFault(null);
    if (!from && !to && entity_types.length === 0 && records.length === 0)
      return setFault(makeError('nothing', t`Say what the hold covers: kinds of record, records or a period.`));
    try {
      await placeHold({
        reason: reason.trim(),
        entity_types,
        entity_ids: records.map(({ id }) => id),
        from: from ? startOfDay(from, zone) : null,
        to: to ? endOfDay(to, zone) : null,
      });
      draft.erase();
      onClose();
      await refreshRetention(queries);
    } catch (error) {
      setFault(error);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`Place a legal hold`} size="lg">
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          <Text size="sm" c="dimmed">
            <Trans>It covers the entries that match everything you give here.</Trans>
          </Text>
          {specs.map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          <RelatedPicker
            label={t`Records`}
            kinds={Object.keys(AUDITED_TYPES)}
            exclude={records.map(({ id }) => id)}
            onPick={(record) => form.setValue('records', [...records, record], { shouldDirty: true })}
          />
          {records.length > 0 && (
            <ul className="related">
              {records.map(({ id, name }) => (
                <li key={id}>
                  <span>{name}</span>
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-xs"
                    aria-label={t`Remove ${name}`}
                    onClick={() =>
                      form.setValue(
                        'records',
                        records.filter((other) => other.id !== id),
                        { shouldDirty: true },
                      )
                    }
                  >
                    <Trans>Remove</Trans>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
          >
            <Trans>Place hold</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
