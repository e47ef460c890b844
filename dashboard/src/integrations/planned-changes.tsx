import { Trans, useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { fieldName } from '../i18n/vocabulary.ts';
import { Empty } from '../ui/empty.tsx';
import { useRecordNames } from '../ui/record-names.ts';
import type { Sync } from './sync.queries.ts';
import { Value } from './value.tsx';
import { actionWord } from './words.ts';

type Row = {
  key: string;
  record: string;
  entity: string | null;
  action: string;
  field: string;
  from: unknown;
  to: unknown;
};

const MOST_ROWS = 200;

/** A row for each field; a record without a field has one, too. */
const toRows = (changes: Sync['changes']): Row[] =>
  changes.flatMap(({ record_id, entity_id, action, fields }, index) => {
    const about = { record: record_id, entity: entity_id, action };
    const entries = Object.entries(fields);
    if (entries.length === 0) return [{ key: String(index), ...about, field: '', from: null, to: null }];
    return entries.map(([field, { from, to }]) => ({ key: `${index} ${field}`, ...about, field, from, to }));
  });

/** What a dry run found: field by field what a synchronisation would change. */
export const PlannedChanges = ({ sync }: { sync: Sync }) => {
  const { t } = useLingui();
  const rows = toRows(sync.changes);
  const shown = rows.slice(0, MOST_ROWS);
  const names = useRecordNames(shown.map(({ entity }) => entity));
  const title = t`What would change`;
  return (
    <section className="section" aria-label={title}>
      <Title order={2} size="h3" mb={6}>
        {title}
      </Title>
      {rows.length === 0 ? (
        sync.status !== 'running' && (
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
      {rows.length > MOST_ROWS && (
        <p className="none">
          <Trans>
            The first {MOST_ROWS} of {rows.length} differences are shown.
          </Trans>
        </p>
      )}
    </section>
  );
};
