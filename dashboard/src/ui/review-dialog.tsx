import { useLingui } from '@lingui/react/macro';
import { Group, Radio, Stack, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Dialog, DialogButtons } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import type { Finding } from './trail-review.queries.ts';
import { useFormDraft, useStoredDraft } from './use-draft.ts';

type Props = {
  title: string;
  verb: string;
  draftName: string;
  /** Entries were chosen that the findings are about: then there are findings. */
  hasEntries?: boolean;
  onRecord: (finding: Finding) => Promise<unknown>;
  onClose: () => void;
  /** What is recorded, in one sentence. */
  children: ReactNode;
};

const FINDINGS = { conclusion: 'findings' } as const;

/** What a reviewer of the audit log found; the review cannot be changed afterwards. */
export const ReviewDialog = ({ title, verb, draftName, hasEntries = false, onRecord, onClose, children }: Props) => {
  const { t } = useLingui();
  const [fault, setFault] = useState<unknown>(null);
  const draft = useStoredDraft<Finding>(draftName);
  const form = useForm<Finding>({
    defaultValues: { conclusion: 'no_findings', notes: '', ...draft.read(), ...(hasEntries ? FINDINGS : {}) },
  });
  useFormDraft(draftName, form);
  const { conclusion, notes } = useWatch({ control: form.control });
  const needsNotes = conclusion === 'findings';
  const submit = async (finding: Finding) => {
    setFault(null);
    try {
      await onRecord(finding);
      draft.erase();
      onClose();
    } catch (error) {
      setFault(error);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          <p>{children}</p>
          <Controller
            control={form.control}
            name="conclusion"
            render={({ field }) => (
              <Radio.Group label={t`Conclusion`} value={field.value} onChange={field.onChange}>
                <Group gap="lg" mt={6}>
                  <Radio value="no_findings" label={t`No findings`} disabled={hasEntries} />
                  <Radio value="findings" label={t`Findings`} />
                </Group>
              </Radio.Group>
            )}
          />
          <Controller
            control={form.control}
            name="notes"
            render={({ field }) => (
              <Textarea
                label={t`Notes`}
                required={needsNotes}
                description={needsNotes ? t`What you found, and what follows from it.` : undefined}
                maxLength={10_000}
                minRows={2}
                autosize
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
            isDisabled={needsNotes && (notes ?? '').trim() === ''}
          >
            {verb}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
