import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ImportRow } from './import-row.ts';
import { readField } from './import-row.ts';
import type { ImportKind } from './kind.ts';
import type { RowState } from './use-import.ts';
import { useStateText } from './words.ts';

type Props = { kind: ImportKind; rows: readonly ImportRow[]; states: ReadonlyMap<number, RowState> };

const MOST_SHOWN = 200;

const READY: RowState = { kind: 'ready' };

/** The first rows of an import, faults in place. */
export const PreviewRows = ({ kind, rows, states }: Props) => {
  const { t, i18n } = useLingui();
  const stateText = useStateText(kind);
  const filled = kind.fields.filter(({ path }) => rows.some(({ body }) => readField(body, path) !== ''));
  if (rows.length === 0)
    return (
      <p className="none">
        <Trans>No rows to show</Trans>
      </p>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
      <section className="import-scroll" aria-label={t`Rows of the file`} tabIndex={0}>
        <Table className="import-rows">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Line`}</Table.Th>
              <Table.Th>{t`Result`}</Table.Th>
              {filled.map(({ path, label }) => (
                <Table.Th key={path}>{i18n._(label)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, MOST_SHOWN).map((row) => {
              const state = states.get(row.line) ?? READY;
              const wrong = new Set(row.faults.map(({ path }) => path));
              return (
                <Table.Tr key={row.line}>
                  <Table.Td className="import-line">{row.line}</Table.Td>
                  <Table.Td className={`import-result import-${state.kind}`}>
                    {'id' in state && kind.id === 'supplier' ? (
                      <Link to="/suppliers/$supplierId" params={{ supplierId: state.id }} preload={false}>
                        {stateText(row, state)}
                      </Link>
                    ) : (
                      stateText(row, state)
                    )}
                  </Table.Td>
                  {filled.map(({ path }) => (
                    <Table.Td key={path} data-wrong={wrong.has(path) || undefined}>
                      {readField(row.body, path) || (path === kind.code ? row.code : path === 'name' ? row.name : '')}
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </section>
      {rows.length > MOST_SHOWN && (
        <p className="none">
          <Trans>
            The first {MOST_SHOWN} of {rows.length} rows are shown.
          </Trans>
        </p>
      )}
    </>
  );
};
