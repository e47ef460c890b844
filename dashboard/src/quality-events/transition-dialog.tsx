import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { hasCode } from '../session/api-error.ts';
import { useSession } from '../session/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { asSent, asTyped, FormField, nested, valueAt } from '../ui/fields.tsx';
import { SignatureFields, useSignature } from '../ui/signature-fields.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { eventField } from './event-fields.ts';
import {
  type AvailableTransition,
  type QualityEvent,
  refreshEvent,
  transitionRecord,
} from './quality-event.queries.ts';
import { TransitionFault } from './transition-fault.tsx';

type Props = { event: QualityEvent; way: AvailableTransition; stateName: string; onClose: () => void };

/** A move of the record: the fields that it requires, a comment, and the signature where it asks for one. */
export const TransitionDialog = ({ event, way, stateName, onClose }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { organization } = useSession();
  const isReasonAsked = organization.strict_mode;
  const specs = way.requires_fields.map((path) => eventField(path, true));
  const draftName = `${event.id}:to:${way.to_state}`;
  const draft = useStoredDraft<FieldValues>(draftName);
  const [fault, setFault] = useState<unknown>(null);
  const [signature, setSignature] = useSignature(t`I have verified this record and confirm that it is complete`);
  const form = useForm<FieldValues>({
    defaultValues: {
      ...nested(new Map(specs.map((spec) => [spec.path, asTyped(spec, valueAt(event, spec.path))]))),
      comment: '',
      ...draft.read(),
    },
  });
  useFormDraft(draftName, form);

  const submit = async (values: FieldValues) => {
    setFault(null);
    const data = new Map(
      specs
        .filter((spec) => valueAt(values, spec.path) !== asTyped(spec, valueAt(event, spec.path)))
        .map((spec) => [spec.path, asSent(spec, valueAt(values, spec.path))]),
    );
    try {
      await transitionRecord(event.id, {
        toState: way.to_state,
        comment: String(values.comment).trim() || undefined,
        data: data.size > 0 ? nested(data) : undefined,
        signature: way.requires_signature ? signature : undefined,
        ifMatch: event.version,
      });
      draft.erase();
      onClose();
      await refreshEvent(queries, event.id);
    } catch (error) {
      setSignature({ ...signature, password: '' });
      setFault(error);
      if (hasCode(error, 'precondition_failed', 'invalid_transition')) await refreshEvent(queries, event.id);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`${event.number}: ${stateName}`} size="lg">
      <form onSubmit={form.handleSubmit(submit)} autoComplete="off">
        <Stack>
          {specs.map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          <Textarea
            label={t`Comment`}
            description={t`It stands in the history of the record.`}
            required={isReasonAsked}
            minRows={2}
            {...form.register('comment')}
          />
          {way.requires_signature && (
            <>
              <Text size="sm">
                <Trans>
                  You sign {event.number}, version {event.version}, as it goes to {stateName}.
                </Trans>
              </Text>
              <SignatureFields value={signature} onChange={setSignature} />
            </>
          )}
          {fault !== null && <TransitionFault error={fault} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={form.formState.isSubmitting}>
              {way.requires_signature ? <Trans>Sign and move on</Trans> : <Trans>Move to {stateName}</Trans>}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
