import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Progress, Select, Table } from '@mantine/core';
import type { ImportKind } from './kind.ts';
import type { Import } from './use-import.ts';

type Props = { kind: ImportKind; work: Import };

const EXAMPLES = 3;

/** Which column fills which field, with examples of what it holds. */
export const MatchColumns = ({ kind, work }: Props) => {
  const { t, i18n } = useLingui();
  const { file, matches, phase, rows, checked } = work;
  const table = file?.table;
  if (!file || !table) return null;
  const missing = kind.fields.filter(({ path, isRequired }) => isRequired && (matches[path] ?? null) === null);
  const showExamples = (path: string): string => {
    const column = matches[path] ?? null;
    if (column === null) return '';
    return table.rows
      .flatMap(({ cells }) => cells[column] || [])
      .slice(0, EXAMPLES)
      .join(' · ');
  };
  const missingLabels = missing.map(({ label }) => i18n._(label)).join(', ');
  return (
    <section aria-label={t`Columns`}>
      <p>
        <Trans>
          {file.name}: <Plural value={table.rows.length} one="# row" other="# rows" />. Check which column fills which
          field.
        </Trans>
      </p>
      <div className="import-scroll">
        <Table className="import-columns">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Field`}</Table.Th>
              <Table.Th>{t`Column of the file`}</Table.Th>
              <Table.Th>{t`Examples`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kind.fields.map(({ path, label, isRequired }) => (
              <Table.Tr key={path}>
                <Table.Td>
                  {i18n._(label)}
                  {isRequired && <span aria-hidden> *</span>}
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={t`Column for ${i18n._(label)}`}
                    data={table.columns.map((head, index) => ({
                      value: String(index),
                      label: head || t`Column ${index + 1}`,
                    }))}
                    value={matches[path] === null || matches[path] === undefined ? null : String(matches[path])}
                    placeholder={t`None`}
                    clearable
                    clearButtonProps={{ 'aria-label': t`Clear` }}
                    onChange={(value) => work.match(path, value === null ? null : Number(value))}
                  />
                </Table.Td>
                <Table.Td className="import-example">{showExamples(path)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {phase === 'checking' && (
        <Progress value={(checked / Math.max(rows.length, 1)) * 100} aria-label={t`Rows looked up`} mb="sm" />
      )}
      <Group>
        <Button loading={phase === 'checking'} disabled={missing.length > 0} onClick={() => void work.check()}>
          <Trans>See the rows</Trans>
        </Button>
        <Button variant="default" disabled={phase === 'checking'} onClick={work.back}>
          <Trans>Another file</Trans>
        </Button>
        {missing.length > 0 && (
          <span className="none">
            <Trans>Choose a column for: {missingLabels}</Trans>
          </span>
        )}
      </Group>
    </section>
  );
};
