import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../session/api-error.ts';
import { asReason } from '../session/reason.ts';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type Certificate, refreshCertificates, validateCertificate } from './certificate.queries.ts';

type Props = {
  certificate: Certificate;
  /** What was typed about it before. */
  note?: string;
  onClose: () => void;
  onRejected: (certificate: Certificate) => void;
};

/** Rejects a certificate permanently. A valid one needs a note. */
export const RejectDialog = ({ certificate, note: first = '', onClose, onRejected }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const isStrict = useSession().organization.strict_mode;
  const [note, setNote] = useState(first);
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isNeeded = certificate.status !== 'pending' || isStrict;
  const notes = note.trim();

  const reject = async () => {
    setBusy(true);
    setFault(null);
    try {
      const body = { status: 'rejected' as const, ...(notes ? { notes } : {}) };
      const rejected = await validateCertificate(certificate.id, body, {
        reason: asReason(notes),
        ifMatch: certificate.version,
      });
      await refreshCertificates(queries);
      onRejected(rejected);
    } catch (error) {
      setFault(error);
      setBusy(false);
      if (hasCode(error, 'precondition_failed', 'invalid_transition')) await refreshCertificates(queries);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`Reject this certificate`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void reject();
        }}
      >
        <Stack>
          <Text size="sm">
            <Trans>
              “{certificate.name}” no longer counts. This cannot be undone; the document can be uploaded again.
            </Trans>
          </Text>
          <Textarea
            label={t`Note`}
            description={t`Why it is rejected`}
            required={isNeeded}
            maxLength={4000}
            value={note}
            data-autofocus
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons onCancel={onClose} isBusy={isBusy} isDisabled={isNeeded && notes === ''} color="red">
            <Trans>Reject</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
