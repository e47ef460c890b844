import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text, Textarea } from '@mantine/core';
import { useCallback, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { hasCode } from '../session/api-error.ts';
import { writeDraft } from '../session/draft.ts';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { changedSpecs, type FieldSpec, FormField, nested, toChanges, typedAt } from '../ui/fields.tsx';
import { SignatureFields, useSignature } from '../ui/signature-fields.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { Clashes, takeOver } from './changes.tsx';
import { eventField } from './event-fields.ts';
import { type AvailableTransition, transitionRecord } from './quality-event.queries.ts';
import { TransitionFault } from './transition-fault.tsx';

/** A record that follows a workflow, with its fields. */
export type MovedRecord = { id: string; version: number };

type Props = {
  record: MovedRecord;
  name: string;
  refresh: () => Promise<MovedRecord>;
  way: AvailableTransition;
  stateName: string;
  onClose: () => void;
};

/** A move of the record: the fields that it requires, a comment, and the signature where it asks for one. */
export const TransitionDialog = ({ record, name, refresh, way, stateName, onClose }: Props) => {
  const { t } = useLingui();
  const { user, organization } = useSession();
  const isReasonAsked = organization.strict_mode;
  const specs = way.requires_fields.map((path) => eventField(path, true));
  const draftName = `${record.id}:move:${way.to_state}`;
  const draft = useStoredDraft<{ version: number; values: FieldValues }>(draftName);
  // What is signed and what is typed are about the record as it was shown at opening, also when it is read again meanwhile.
  const [base, setBase] = useState(record);
  const [restored] = useState(() => {
    const stored = draft.read();
    if (stored === null || stored.version === record.version) return { values: stored?.values, isLeftOut: false };
    const { values } = stored;
    return { values: { comment: values.comment }, isLeftOut: changedSpecs(specs, values, record).length > 0 };
  });
  const [clashes, setClashes] = useState<FieldSpec[]>([]);
  const [fault, setFault] = useState<unknown>(null);
  const [signature, setSignature] = useSignature(t`I have verified this record and confirm that it is complete`);
  const form = useForm<FieldValues>({
    defaultValues: {
      ...nested(new Map(specs.map((spec) => [spec.path, typedAt(spec, base)]))),
      comment: '',
      ...restored.values,
    },
  });
  const toDraft = useCallback((values: FieldValues) => ({ version: base.version, values }), [base.version]);
  useFormDraft(draftName, form, toDraft);

  const showAsItIsNow = async () => {
    const now = await refresh();
    setClashes(takeOver(form, specs, base, now));
    setBase(now);
    writeDraft(user.id, draftName, { version: now.version, values: form.getValues() });
  };

  const submit = async (values: FieldValues) => {
    setFault(null);
    const data = toChanges(specs, values, base);
    try {
      await transitionRecord(record.id, {
        toState: way.to_state,
        comment: String(values.comment).trim() || undefined,
        data: data.size > 0 ? nested(data) : undefined,
        signature: way.requires_signature ? signature : undefined,
        ifMatch: base.version,
      });
      draft.erase();
      onClose();
      await refresh();
    } catch (error) {
      setSignature({ ...signature, password: '' });
      if (hasCode(error, 'precondition_failed')) await showAsItIsNow();
      if (hasCode(error, 'invalid_transition')) await refresh();
      setFault(error);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`${name}: ${stateName}`} size="lg">
      <form onSubmit={form.handleSubmit(submit)} autoComplete="off">
        <Stack>
          {restored.isLeftOut && (
            <Text size="xs" c="dimmed">
              <Trans>The record was changed since you typed here. Only your comment was kept.</Trans>
            </Text>
          )}
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
                  You sign {name}, version {base.version}, as it goes to {stateName}.
                </Trans>
              </Text>
              <SignatureFields value={signature} onChange={setSignature} />
            </>
          )}
          {fault !== null && <TransitionFault error={fault} />}
          <Clashes specs={clashes} record={base} />
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
          >
            {way.requires_signature ? <Trans>Sign and move on</Trans> : <Trans>Move to {stateName}</Trans>}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
