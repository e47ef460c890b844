import { Trans, useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { useState } from 'react';
import { fieldName } from '../i18n/vocabulary.ts';
import { Empty } from '../ui/empty.tsx';
import type { Column } from '../ui/list/data-table.tsx';
import { ExportMenu } from '../ui/list/export-menu.tsx';
import { type ExportFormat, exportRows } from '../ui/list/export-rows.ts';
import { Pager } from '../ui/list/pager.tsx';
import { useRecordNames } from '../ui/record-names.ts';
import type { Sync } from './sync.queries.ts';
import { Value } from './value.tsx';
import { actionWord, valueText } from './words.ts';

type Row = {
  key: string;
  record: string;
  entity: string | null;
  action: string;
  field: string;
  from: unknown;
  to: unknown;
};

const PER_PAGE = 100;

/** How many changes of a dry run the service keeps at most. */
const MOST_KEPT = 5_000;

/** A row for each field; a record without a field has one, too. */
const toRows = (changes: Sync['changes']): Row[] =>
  changes.flatMap(({ record_id, entity_id, action, fields }, index) => {
    const about = { record: record_id, entity: entity_id, action };
    const entries = Object.entries(fields);
    if (entries.length === 0) return [{ key: String(index), ...about, field: '', from: null, to: null }];
    return entries.map(([field, { from, to }]) => ({ key: `${index} ${field}`, ...about, field, from, to }));
  });

const column = (id: string, label: string, text: (row: Row) => string): Column<Row> => ({
  id,
  label,
  text,
  cell: text,
});

/** What a dry run found: field by field what a synchronisation would change. */
export const PlannedChanges = ({ sync }: { sync: Sync }) => {
  const { t, i18n } = useLingui();
  const [page, setPage] = useState(1);
  const rows = toRows(sync.changes);
  const shown = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const total = rows.length;
  // Large changes fill its room sooner; each record that would be taken has at least one.
  const records = new Set(sync.changes.map(({ record_id }) => record_id)).size;
  const isCut = sync.changes.length >= MOST_KEPT || sync.records_succeeded > records;
  const kept = i18n.number(sync.changes.length);
  const names = useRecordNames(shown.map(({ entity }) => entity));
  const title = t`What would change`;
  // Ids and no names: older records would need a request each.
  const exportAs = (format: ExportFormat) =>
    exportRows({
      name: 'dry-run',
      format,
      rows,
      columns: [
        column('record', t`Record`, ({ record }) => record),
        column('id', t`Id`, ({ entity }) => entity ?? ''),
        column('action', t`Action`, ({ action }) => actionWord(action)),
        column('field', t`Field`, ({ field }) => field && fieldName(field)),
        column('from', t`Now`, ({ from }) => valueText(from)),
        column('to', t`Then`, ({ to }) => valueText(to)),
      ],
    });
  return (
    <section className="section" aria-label={title}>
      <Title order={2} size="h3" mb={6}>
        {title}
      </Title>
      {total === 0 ? (
        (sync.status === 'success' || sync.status === 'partial_success') && (
          <Empty title={t`Nothing would change`}>
            <Trans>Both sides agree on the fields that are mapped.</Trans>
          </Empty>
        )
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
        <section className="table-scroll" aria-label={t`Differences`} tabIndex={0}>
          <table className="table integration-table">
            <thead>
              <tr>
                <th scope="col">{t`Record`}</th>
                <th scope="col">{t`Action`}</th>
                <th scope="col">{t`Field`}</th>
                <th scope="col">{t`Now`}</th>
                <th scope="col">{t`Then`}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ key, record, entity, action, field, from, to }) => (
                <tr key={key}>
                  <td className="integration-value">
                    {entity && <div>{names(entity)}</div>}
                    <span className={entity ? 'none' : undefined}>{record}</span>
                  </td>
                  <td>{actionWord(action)}</td>
                  <td>{field && fieldName(field)}</td>
                  <td className="old">
                    <Value value={from} />
                  </td>
                  <td className="new">
                    <Value value={to} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {total > 0 && (
        <>
          {isCut && (
            <p className="none">
              <Trans>Only the first {kept} changes of the dry run are kept.</Trans>
            </p>
          )}
          <div className="list-foot">
            <ExportMenu isButton onExport={exportAs} />
            {total > PER_PAGE && (
              <Pager
                meta={{ page, per_page: PER_PAGE, total, total_pages: Math.ceil(total / PER_PAGE) }}
                onPage={setPage}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
};
