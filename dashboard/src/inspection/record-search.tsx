import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { typeName } from '../audit/audit-words.ts';
import { toRecordPath } from '../session/found.ts';
import type { CopyFormat } from '../ui/copy-menu.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Part } from '../ui/part.tsx';
import { saveDownload } from '../ui/save-file.ts';
import { Status } from '../ui/status.tsx';
import { copyRecord, type Inspected, inspectedQuery, isCopied } from './record.queries.ts';

/** The search answers so many records at most, the best first. */
const MOST = 20;

/** The records that a search finds: each with its page, its entries and its complete copy. */
export const RecordSearch = ({ text }: { text: string }) => {
  const { t } = useLingui();
  const query = useQuery({ ...inspectedQuery(text), placeholderData: keepPreviousData });
  return (
    <section aria-label={t`Records found`}>
      <Part query={query} lines={6}>
        {(records) =>
          records.length === 0 ? (
            <Empty title={t`No record fits “${text}”`}>
              <Trans>
                Every word has to begin a word of the number, name, batch or description. A deleted record is found by
                its id, or among the{' '}
                <Link to="/audit" search={{ action: 'delete' }}>
                  deletions in the audit log
                </Link>
                .
              </Trans>
            </Empty>
          ) : (
            <>
              <p className="none" role="status">
                {records.length < MOST
                  ? plural(records.length, { one: '# record', other: '# records' })
                  : t`The first ${MOST} records. Type more of the number or name to narrow it.`}
              </p>
              <ul className="inspected" data-stale={query.isPlaceholderData || undefined}>
                {records.map((record) => (
                  <RecordRow key={record.id} record={record} />
                ))}
              </ul>
            </>
          )
        }
      </Part>
    </section>
  );
};

const RecordRow = ({ record }: { record: Inspected }) => {
  const { t } = useLingui();
  const { id, type, title, subtitle, status, is_deleted } = record;
  const path = is_deleted ? null : toRecordPath(type, id);
  const copy = useMutation({
    mutationFn: async (format: CopyFormat) => saveDownload(await copyRecord(type, id, format)),
  });
  const name = subtitle ? `${subtitle} ${title}` : title;
  return (
    <li>
      <div className="inspected-what">
        <div className="inspected-facts">
          <span>{typeName(type)}</span>
          {subtitle && <span className="mono">{subtitle}</span>}
          {status && <Status state={status} />}
          {is_deleted && <Status state="withdrawn" label={t`Deleted`} />}
        </div>
        {path ? (
          <Link to={path} preload={false} className="inspected-title">
            {title}
          </Link>
        ) : (
          <span className="inspected-title">{title}</span>
        )}
      </div>
      <Group gap="xs" className="inspected-tools">
        <Button
          variant="subtle"
          renderRoot={(props) => (
            <Link to="/audit" search={{ entity_id: id }} aria-label={t`Audit trail of ${name}`} {...props} />
          )}
        >
          <Trans>Audit trail</Trans>
        </Button>
        {isCopied(type) && !is_deleted && (
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              aria-label={t`Complete copy of ${name} as PDF`}
              loading={copy.isPending && copy.variables === 'pdf'}
              onClick={() => copy.mutate('pdf')}
            >
              <Trans>Complete copy</Trans>
            </Button>
            <Button
              variant="subtle"
              aria-label={t`Complete copy of ${name} as signed JSON`}
              loading={copy.isPending && copy.variables === 'json'}
              onClick={() => copy.mutate('json')}
            >
              <Trans>Signed JSON</Trans>
            </Button>
          </>
        )}
      </Group>
      {is_deleted && (
        <p className="none">
          <Trans>The record was deleted, so there is no copy of it. Its audit trail stays.</Trans>
        </p>
      )}
      {copy.error && <ErrorNotice error={copy.error} />}
    </li>
  );
};
