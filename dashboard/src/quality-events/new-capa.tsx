import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { asSent, asTyped, type FieldSpec, FormField, isBlank, nested, valueAt } from '../ui/fields.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { eventField } from './event-fields.ts';
import { openCapa, type QualityEvent, refreshEvent } from './quality-event.queries.ts';

/** Opens a CAPA for an event: what is to be achieved, until when, by whom, and by what it will be found effective. */
export const NewCapaDialog = ({ event, onClose }: { event: QualityEvent; onClose: () => void }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const isReasonAsked = useSession().organization.strict_mode;
  const [fault, setFault] = useState<unknown>(null);
  const reason: FieldSpec = { path: 'reason', label: t`Reason for the change`, kind: 'text', isRequired: true };
  const specs: FieldSpec[] = [
    eventField('title', true),
    eventField('description', true),
    eventField('effectiveness_criteria'),
    eventField('assigned_to'),
    eventField('due_date'),
  ];
  const draftName = `${event.id}:capa`;
  const draft = useStoredDraft<FieldValues>(draftName);
  const form = useForm<FieldValues>({
    defaultValues: {
      ...nested(new Map(specs.map((spec) => [spec.path, asTyped(spec, undefined)]))),
      reason: '',
      ...draft.read(),
    },
  });
  useFormDraft(draftName, form);

  const submit = async (values: FieldValues) => {
    setFault(null);
    const given = specs.map((spec) => [spec.path, asSent(spec, valueAt(values, spec.path))] as const);
    const body = nested(new Map(given.filter(([, value]) => !isBlank(value))));
    try {
      await openCapa(
        event.id,
        { ...body, priority: event.priority, classification: event.classification },
        String(values.reason).trim() || undefined,
      );
      draft.erase();
      onClose();
      await refreshEvent(queries, event.id);
    } catch (error) {
      setFault(error);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`Open a CAPA for ${event.number}`} size="lg">
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {[...specs, ...(isReasonAsked ? [reason] : [])].map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
          >
            <Trans>Open CAPA</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
