import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CERTIFICATE_TYPES, choices } from '../i18n/vocabulary.ts';
import { useRight, useSession } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { type Certificate, certificateQuery, readingQuery } from './certificate.queries.ts';
import { DropZone } from './drop-zone.tsx';
import { RecordField } from './record-field.tsx';
import { UploadRow } from './upload-row.tsx';
import { type Shared, useUploads } from './use-uploads.ts';

const UploadPage = () => {
  const { t } = useLingui();
  const { supersedes } = Route.useSearch();
  const mayWrite = useRight('certificates:write');
  const replaced = useQuery({ ...certificateQuery(supersedes ?? ''), enabled: supersedes !== undefined });
  if (!mayWrite)
    return (
      <Page title={t`Upload certificates`}>
        <Empty title={t`Your role does not upload certificates`} />
      </Page>
    );
  if (supersedes === undefined) return <UploadForm />;
  // The form begins with what the certificate that is replaced says.
  return <Part query={replaced}>{(certificate) => <UploadForm replaced={certificate} />}</Part>;
};

const UploadForm = ({ replaced }: { replaced?: Certificate }) => {
  const { t } = useLingui();
  const { supplier, component } = Route.useSearch();
  const { organization } = useSession();
  const [type, setType] = useState<Shared['type'] | null>(replaced?.type ?? null);
  const [supplierId, setSupplier] = useState(replaced?.supplier_id ?? supplier ?? null);
  const [componentId, setComponent] = useState(replaced?.component_id ?? component ?? null);
  const [reason, setReason] = useState('');
  const { items, waiting, add, type: typeInto, remove, sendAll, sendOne } = useUploads();
  const sent = items.flatMap(({ state }) => (state.kind === 'sent' ? [state.certificate.id] : []));
  const { data: reading = [] } = useQuery(readingQuery(sent));
  const isSending = items.some(({ state }) => state.kind === 'sending');
  const isReasonMissing = organization.strict_mode && reason.trim() === '';
  const isNameMissing = waiting.some(({ typed }) => typed.name.trim() === '');
  const whyNot =
    type === null
      ? t`Choose the type of the certificates.`
      : isReasonMissing
        ? t`Say why the certificates are uploaded.`
        : isNameMissing
          ? t`Each certificate needs a name.`
          : null;
  const shared: Shared = {
    type: type ?? 'coa',
    supplier_id: supplierId,
    component_id: componentId,
    ...(replaced ? { supersedes: replaced.id } : {}),
  };
  const why = reason.trim() || undefined;

  return (
    <Page title={t`Upload certificates`}>
      <LeaveGuard when={waiting.length > 0 || isSending} />
      {replaced && (
        <Alert variant="light" mb="md" className="replaces">
          <Trans>
            The new certificate takes the place of{' '}
            <Link to="/certificates/$certificateId" params={{ certificateId: replaced.id }} preload={false}>
              {replaced.name}
            </Link>{' '}
            once it is found valid.
          </Trans>
        </Alert>
      )}
      <div className="upload-shared">
        <Select
          label={t`Type`}
          required
          data={choices(CERTIFICATE_TYPES)}
          allowDeselect={false}
          value={type}
          onChange={(value) => setType(value as Shared['type'] | null)}
        />
        <RecordField label={t`Supplier`} kinds={['supplier']} value={supplierId} onChange={setSupplier} />
        <RecordField
          label={t`Component or product`}
          kinds={['component', 'product']}
          value={componentId}
          onChange={setComponent}
        />
        {organization.strict_mode && (
          <TextInput
            label={t`Reason for the change`}
            required
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </div>
      <DropZone onFiles={add} />
      {waiting.length > 0 && (
        <p className="none upload-hint">
          <Trans>
            Leave batch and days empty if the document says them: you confirm what was read when you validate.
          </Trans>
        </p>
      )}
      <ul className="uploads" aria-label={t`Files`}>
        {items.map((item) => (
          <UploadRow
            key={item.id}
            item={item}
            certificate={
              item.state.kind === 'sent'
                ? reading.find(({ id }) => item.state.kind === 'sent' && id === item.state.certificate.id)
                : undefined
            }
            onType={(change) => typeInto(item, change)}
            onRemove={() => remove(item)}
            onRetry={whyNot === null ? () => void sendOne(item, shared, why) : undefined}
          />
        ))}
      </ul>
      {waiting.length > 0 && (
        <div className="upload-foot">
          <Button loading={isSending} disabled={whyNot !== null} onClick={() => void sendAll(shared, why)}>
            <Plural value={waiting.length} one="Upload # file" other="Upload # files" />
          </Button>
          {whyNot !== null && <span className="none">{whyNot}</span>}
        </div>
      )}
    </Page>
  );
};

export const Route = createLazyRoute('/certificates/upload')({ component: UploadPage });
