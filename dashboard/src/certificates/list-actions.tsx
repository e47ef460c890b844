import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asReason } from '../session/reason.ts';
import { useSession } from '../session/session.ts';
import { BulkDialog } from '../ui/list/bulk.tsx';
import { type Certificate, readAgain, refreshCertificates, validateCertificate } from './certificate.queries.ts';
import { isBeingRead, isHistoric } from './certificate-filters.ts';

/** What is done, with the certificates that were chosen when it began. */
type Act = { kind: 'read' | 'reject'; rows: readonly Certificate[] };

const REJECTABLE: readonly string[] = ['pending', 'valid', 'expiring_soon'];

/** What can be done with the certificates that are chosen in the list: have them read again, or reject them with one note. */
export const ListActions = ({ chosen }: { chosen: readonly Certificate[] }) => {
  const { t } = useLingui();
  const { rights, user } = useSession();
  const [act, setAct] = useState<Act | null>(null);
  const readable = chosen.filter((certificate) => !isHistoric(certificate) && !isBeingRead(certificate));
  const rejectable = chosen.filter(({ status }) => REJECTABLE.includes(status));
  if (!rights.includes('certificates:write')) return null;
  return (
    <>
      <Button
        variant="default"
        disabled={readable.length === 0}
        onClick={() => setAct({ kind: 'read', rows: readable })}
      >
        <Trans>Read again</Trans>
      </Button>
      {user.role !== 'system_admin' && (
        <Button
          variant="default"
          disabled={rejectable.length === 0}
          onClick={() => setAct({ kind: 'reject', rows: rejectable })}
        >
          <Trans>Reject</Trans>
        </Button>
      )}
      {act?.kind === 'read' && <ReadDialog rows={act.rows} title={t`Read again`} onClose={() => setAct(null)} />}
      {act?.kind === 'reject' && (
        <RejectManyDialog rows={act.rows} title={t`Reject certificates`} onClose={() => setAct(null)} />
      )}
    </>
  );
};

type Props = { rows: readonly Certificate[]; title: string; onClose: () => void };

const ReadDialog = ({ rows, title, onClose }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  return (
    <BulkDialog
      title={title}
      verb={t`Read again`}
      rows={rows}
      isReady
      apply={({ id }, reason) => readAgain(id, reason)}
      onClose={onClose}
      onDone={() => void refreshCertificates(queries)}
    >
      <Text size="sm" c="dimmed">
        <Trans>The documents are read once more. Corrections of people stay.</Trans>
      </Text>
    </BulkDialog>
  );
};

const RejectManyDialog = ({ rows, title, onClose }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return (
    <BulkDialog
      title={title}
      verb={t`Reject`}
      rows={rows}
      isReady={note.trim() !== ''}
      apply={({ id }, reason) =>
        validateCertificate(
          id,
          { status: 'rejected', notes: note.trim() },
          { reason: reason ?? asReason(note), ifMatch: versions.get(id) },
        )
      }
      onClose={onClose}
      onDone={() => void refreshCertificates(queries)}
    >
      <Text size="sm" c="dimmed">
        <Trans>A rejected certificate stays rejected. Upload it again if it was a mistake.</Trans>
      </Text>
      <Textarea
        label={t`Note`}
        description={t`Why; it stands on each certificate.`}
        required
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </BulkDialog>
  );
};
