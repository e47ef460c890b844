import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Removes a mapping after a question. */
export const RemoveMapping = ({ onConfirm }: { onConfirm: () => Promise<void> }) => {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
        <Trans>Remove the mapping…</Trans>
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t`Remove the mapping?`}
          action={<Trans>Remove mapping</Trans>}
          confirm={onConfirm}
          onClose={() => setOpen(false)}
        >
          <Trans>
            Its records are synchronised no more and stay, here and there. The links between them are removed, so a
            mapping that is added again later starts from the beginning.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
};
