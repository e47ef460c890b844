import { useLingui } from '@lingui/react/macro';
import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog, DialogButtons } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

type Props = {
  title: string;
  verb: string;
  isRequired?: boolean;
  onClose: () => void;
  onReason: (reason: string) => Promise<unknown>;
  /** What follows from the change, in the place of the note on the reason. */
  children?: ReactNode;
};

/** Asks for the reason of a change, makes it, and closes when it is made; after an error the reason is still there. */
export const ReasonDialog = ({ title, verb, isRequired = true, onClose, onReason, children }: Props) => {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const { mutate, error, isPending } = useMutation({ mutationFn: onReason, onSuccess: onClose });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate(reason.trim());
        }}
      >
        <Stack>
          {children && <Text size="sm">{children}</Text>}
          <TextInput
            label={t`Reason for the change`}
            description={children ? undefined : t`It stands in the audit trail.`}
            required={isRequired}
            maxLength={1000}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && <ErrorNotice error={error} />}
          <DialogButtons onCancel={onClose} isBusy={isPending} isDisabled={isRequired && reason.trim() === ''}>
            {verb}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
