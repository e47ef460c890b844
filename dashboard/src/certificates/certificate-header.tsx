import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Menu, Title, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CERTIFICATE_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { useReadOnly, useSession } from '../session/session.ts';
import { CopyMenu } from '../ui/copy-menu.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { Status } from '../ui/status.tsx';
import {
  type Certificate,
  copyCertificate,
  readAgain,
  refreshCertificates,
  saveDocument,
} from './certificate.queries.ts';
import { isBeingRead, isHistoric, toDisplayState } from './certificate-filters.ts';
import { Expiry } from './expiry.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useValidationHindrance } from './use-validation-hindrance.ts';

/** Which certificate it is, whether it holds, and what comes next. */
export const CertificateHeader = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const { name, type, status, batch_number, expiry_date, extracted_data: data } = certificate;
  const number = data?.certificate_number ?? batch_number;
  return (
    <header className="record-head">
      <div className="record-number">
        {number && <span className="mono">{number}</span>}
        <span>{wordFor(CERTIFICATE_TYPES, type)}</span>
        <CertificateMenu certificate={certificate} />
        <CopyMenu makeCopy={(format) => copyCertificate(certificate.id, format)} />
      </div>
      <Title order={1} className="record-title">
        {name}
      </Title>
      <div className="record-line">
        <Status state={toDisplayState(certificate)} />
        <span className="fact">
          <span className="fact-name">{t`Expires`}</span>{' '}
          {expiry_date === null ? t`never` : <Expiry certificate={certificate} />}
        </span>
        <div className="next-step">
          {status === 'pending' ? (
            <ReviewButton certificate={certificate} />
          ) : (
            <ReplaceButton certificate={certificate} />
          )}
        </div>
      </div>
    </header>
  );
};

const ReviewButton = ({ certificate }: { certificate: Certificate }) => {
  const hindrance = useValidationHindrance(certificate);
  const isReadOnly = useReadOnly();
  if (isReadOnly) return null;
  if (hindrance === null)
    return (
      <Button
        renderRoot={(props) => (
          <Link
            to="/certificates/$certificateId/review"
            params={{ certificateId: certificate.id }}
            preload={false}
            {...props}
          />
        )}
      >
        <Trans>Review and validate</Trans>
      </Button>
    );
  return (
    <Tooltip label={hindrance}>
      <Button data-disabled aria-disabled aria-description={hindrance}>
        <Trans>Review and validate</Trans>
      </Button>
    </Tooltip>
  );
};

const ReplaceButton = ({ certificate: { id, status } }: { certificate: Certificate }) => {
  const { rights } = useSession();
  if (!rights.includes('certificates:write') || status === 'superseded') return null;
  const search = status === 'rejected' ? {} : { supersedes: id };
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/certificates/upload" search={search} {...props} />}>
      <Trans>Upload a newer one</Trans>
    </Button>
  );
};

const CertificateMenu = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { rights, user, organization } = useSession();
  const [isAskingReason, setAskingReason] = useState(false);
  const download = useMutation({ mutationFn: saveDocument });
  const [isRejecting, setRejecting] = useState(false);
  const reading = useMutation({
    mutationFn: (reason?: string) => readAgain(certificate.id, reason),
    onSettled: () => refreshCertificates(queries),
  });
  const mayWrite = rights.includes('certificates:write');
  const isRevocable = ['valid', 'expiring_soon'].includes(certificate.status);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon aria-label={t`More actions`} loading={reading.isPending}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download.mutate(certificate.id)}>
            <Trans>Download the document</Trans>
          </Menu.Item>
          {mayWrite && !isHistoric(certificate) && (
            <Menu.Item
              disabled={isBeingRead(certificate)}
              onClick={() => (organization.strict_mode ? setAskingReason(true) : reading.mutate(undefined))}
            >
              <Trans>Read the document again</Trans>
            </Menu.Item>
          )}
          {mayWrite && user.role !== 'system_admin' && isRevocable && (
            <Menu.Item onClick={() => setRejecting(true)}>
              <Trans>Reject…</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {reading.error && <ErrorNotice error={reading.error} />}
      {download.error && <ErrorNotice error={download.error} />}
      {isAskingReason && (
        <ReasonDialog
          title={t`Read the document again`}
          verb={t`Read again`}
          onClose={() => setAskingReason(false)}
          onReason={(reason) => reading.mutateAsync(reason)}
        />
      )}
      {isRejecting && (
        <RejectDialog
          certificate={certificate}
          onClose={() => setRejecting(false)}
          onRejected={() => setRejecting(false)}
        />
      )}
    </>
  );
};
