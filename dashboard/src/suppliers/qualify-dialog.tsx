import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useForm, useWatch } from 'react-hook-form';
import { STATES, wordFor } from '../i18n/vocabulary.ts';
import { RelatedList } from '../quality-events/related-records.tsx';
import { useSession } from '../session/session.ts';
import { dayIn, formatDay } from '../ui/day.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import type { Related } from '../ui/related-picker.tsx';
import { usePlace } from '../ui/time.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import type { Way } from './qualification.ts';
import { type NewQualification, qualifySupplier, refreshSupplier, type Supplier } from './supplier.queries.ts';

type Props = { supplier: Supplier; ways: readonly Way[]; onClose: () => void };

type Typed = FieldValues & {
  status: string;
  effective_date: string;
  reason: string;
  next_review_date: string;
  conditions: string[];
  documents: Related[];
};

/** Qualifies a supplier: only states that it may go to, each with what it needs; a day in future is scheduled. */
export const QualifyDialog = ({ supplier, ways, onClose }: Props) => {
  const { t } = useLingui();
  const { locale, zone } = usePlace();
  const queries = useQueryClient();
  const { organization } = useSession();
  const today = dayIn(organization.time_zone);
  const draftName = `${supplier.id}:qualify`;
  const draft = useStoredDraft<Typed>(draftName);
  const [stored] = useState(draft.read);
  const [fault, setFault] = useState<unknown>(null);
  const form = useForm<Typed>({
    defaultValues: {
      status: ways[0]?.to ?? '',
      reason: '',
      next_review_date: '',
      conditions: [],
      documents: [],
      ...stored,
      effective_date: stored && stored.effective_date > today ? stored.effective_date : today,
    },
  });
  useFormDraft(draftName, form);
  const [status, day, documents] = useWatch({ control: form.control, name: ['status', 'effective_date', 'documents'] });
  const way = ways.find(({ to }) => to === status);
  const isScheduled = day > today;
  const needsDocuments = way?.needs === 'documents';
  const word = wordFor(STATES, status);
  const verbs: Readonly<Record<string, string>> = {
    evaluation: t`Start the evaluation`,
    conditional: t`Qualify supplier with conditions`,
    suspended: t`Suspend supplier`,
    disqualified: t`Disqualify supplier`,
  };
  const specs: FieldSpec[] = [
    ...(way?.needs === 'conditions'
      ? [{ path: 'conditions', label: t`Conditions`, kind: 'tags' as const, isRequired: true }]
      : []),
    { path: 'effective_date', label: t`Effective from`, kind: 'day', isRequired: true },
    ...(['qualified', 'conditional'].includes(status)
      ? [
          {
            path: 'next_review_date',
            label: t`Next review`,
            kind: 'day' as const,
            description: t`By the risk of the supplier, unless you say when.`,
          },
        ]
      : []),
    { path: 'reason', label: t`Reason`, kind: 'long', isRequired: true },
  ];

  const submit = async (values: Typed) => {
    setFault(null);
    const body: NewQualification = {
      status: values.status as NewQualification['status'],
      effective_date: values.effective_date,
      reason: values.reason.trim(),
      ...(values.next_review_date ? { next_review_date: values.next_review_date } : {}),
      ...(way?.needs === 'conditions' ? { conditions: values.conditions } : {}),
      ...(values.documents.length > 0 ? { documents: values.documents.map(({ id }) => id) } : {}),
    };
    try {
      await qualifySupplier(supplier.id, body);
      draft.erase();
      onClose();
      await refreshSupplier(queries, supplier.id);
    } catch (error) {
      setFault(error);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`Qualify ${supplier.name}`} size="lg">
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          <Radio.Group
            label={t`Becomes`}
            value={status}
            onChange={(value) => form.setValue('status', value, { shouldDirty: true })}
          >
            <Group gap="lg" mt={6}>
              {ways.map(({ to }) => (
                <Radio key={to} value={to} label={wordFor(STATES, to)} />
              ))}
            </Group>
          </Radio.Group>
          {specs.map((spec) => (
            <FormField key={spec.path} control={form.control} spec={spec} />
          ))}
          <RelatedList
            label={needsDocuments ? t`Documents that show why it is qualified again` : t`Documents`}
            kinds={['document']}
            records={documents}
            onChange={(next) => form.setValue('documents', next, { shouldDirty: true })}
          />
          {isScheduled && (
            <Text size="sm" c="dimmed">
              <Trans>
                It is scheduled: the supplier becomes {word} on {formatDay(day, locale)} ({zone}), if its state still
                allows that.
              </Trans>
            </Text>
          )}
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
            isDisabled={way === undefined || (needsDocuments && documents.length === 0)}
          >
            {isScheduled ? t`Schedule` : (verbs[status] ?? t`Qualify supplier`)}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
