import { Trans, useLingui } from '@lingui/react/macro';
import { Loader, TextInput } from '@mantine/core';
import { ErrorNotice } from '../ui/error-notice.tsx';
import type { LivePreview } from './use-preview.ts';

/** Which record the preview shows, and another one on demand. */
export const PreviewBar = ({ preview }: { preview: LivePreview }) => {
  const { t } = useLingui();
  const { data, error, isBusy, isWhole, recordId, setRecordId, retry } = preview;
  return (
    <section aria-label={t`Preview`}>
      <div className="mapping-preview">
        <TextInput
          label={t`Preview the record with this key there`}
          placeholder={t`any record`}
          value={recordId}
          onChange={(event) => setRecordId(event.currentTarget.value)}
        />
        <p role="status">
          {isBusy && <Loader size={12} mr={6} aria-hidden />}
          {!isWhole ? (
            <span className="none">
              <Trans>Complete the object and the fields to see what a record there would become.</Trans>
            </span>
          ) : data === undefined ? null : data.record_id === null ? (
            <span className="none">
              <Trans>No record there fits. Check the key and the filters.</Trans>
            </span>
          ) : (
            <Trans>
              The record <span className="mono">{data.record_id}</span> there; nothing is written.
            </Trans>
          )}
        </p>
      </div>
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
    </section>
  );
};
