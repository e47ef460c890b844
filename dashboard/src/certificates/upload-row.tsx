import { Trans, useLingui } from '@lingui/react/macro';
import { CloseButton, Progress, TextInput } from '@mantine/core';
import { ValidationError } from '@qsc/client';
import { Link } from '@tanstack/react-router';
import { hasCode } from '../session/api-error.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Status } from '../ui/status.tsx';
import type { Certificate } from './certificate.queries.ts';
import { toDisplayState } from './certificate-filters.ts';
import { isRefused, type Typed, type UploadItem } from './use-uploads.ts';

type Props = {
  item: UploadItem;
  /** The certificate as it is now, once it is there. */
  certificate: Certificate | undefined;
  onType: (change: Partial<Typed>) => void;
  onRemove: () => void;
  /** Undefined while something is missing that all files have in common. */
  onRetry: (() => void) | undefined;
};

const MIB = 1024 * 1024;

/** One file of an upload: what is typed for it, how far it has come, and what is to be done if it failed. */
export const UploadRow = ({ item, certificate, onType, onRemove, onRetry }: Props) => {
  const { t, i18n } = useLingui();
  const { file, typed, state } = item;
  const isOpen = state.kind === 'ready' || state.kind === 'failed';
  const size = file.size < MIB / 10 ? `${Math.ceil(file.size / 1024)} KiB` : `${(file.size / MIB).toFixed(1)} MiB`;
  const field = (name: keyof Typed, label: string, type = 'text') => (
    <TextInput
      label={label}
      aria-label={`${label}: ${file.name}`}
      type={type}
      disabled={!isOpen}
      value={typed[name]}
      maxLength={name === 'name' ? 512 : 128}
      onChange={(event) => onType({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <li className="upload" aria-label={file.name}>
      <div className="upload-head">
        <span className="upload-file" title={file.name}>
          {file.name}
        </span>
        <span className="none">{i18n.locale === 'de' ? size.replace('.', ',') : size}</span>
        <UploadProgress state={state} certificate={certificate} />
        {isOpen && <CloseButton size="sm" aria-label={t`Remove ${file.name}`} onClick={onRemove} />}
      </div>
      {isOpen && !(state.kind === 'failed' && isRefused(state.error)) && (
        <div className="upload-fields">
          {field('name', t`Name`)}
          {field('batch_number', t`Batch`)}
          {field('issue_date', t`Issued on`, 'date')}
          {field('expiry_date', t`Expires on`, 'date')}
        </div>
      )}
      {state.kind === 'failed' && <UploadFault error={state.error} onRetry={onRetry} />}
    </li>
  );
};

const UploadProgress = ({ state, certificate }: Pick<UploadItem, 'state'> & Pick<Props, 'certificate'>) => {
  const { t } = useLingui();
  if (state.kind === 'sending')
    return (
      <Progress
        className="upload-progress"
        value={state.share * 100}
        aria-label={t`Sent`}
        animated={state.share === 1}
      />
    );
  if (state.kind !== 'sent') return <span className="upload-progress" />;
  const shown = certificate ?? state.certificate;
  const { id } = shown;
  const isFailed = shown.extraction_status === 'failed';
  return (
    <span className="upload-progress" role="status">
      <Status
        state={isFailed ? 'invalid' : toDisplayState(shown)}
        label={isFailed ? t`Could not be read` : undefined}
      />
      {toDisplayState(shown) === 'waiting_validation' ? (
        <Link to="/certificates/$certificateId/review" params={{ certificateId: id }} preload={false}>
          <Trans>Review</Trans>
        </Link>
      ) : (
        <Link to="/certificates/$certificateId" params={{ certificateId: id }} preload={false}>
          <Trans>Open</Trans>
        </Link>
      )}
    </span>
  );
};

/** What happened to the file and what to do about it. */
const UploadFault = ({ error, onRetry }: { error: unknown; onRetry: (() => void) | undefined }) => {
  const { t } = useLingui();
  const fields = error instanceof ValidationError ? error.fields : [];
  const message = hasCode(error, 'payload_too_large')
    ? t`The file is too large: over 25 MiB, or with too many pages or pixels. Split it, or save it with a lower resolution.`
    : hasCode(error, 'unsupported_media_type')
      ? t`This is none of the kinds of file that can be read. Save it as PDF, PNG, JPEG, TIFF, XML or CSV.`
      : fields.find(({ field }) => field === 'file')?.message;
  if (message !== undefined) return <ErrorNotice error={null} message={message} />;
  return <ErrorNotice error={error} onRetry={onRetry} />;
};
