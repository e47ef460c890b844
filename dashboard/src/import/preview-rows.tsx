import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Pager } from '../ui/list/pager.tsx';
import type { ImportRow } from './import-row.ts';
import { readField } from './import-row.ts';
import type { ImportField, ImportKind } from './kind.ts';
import type { RowState } from './use-import.ts';
import { useStateText } from './words.ts';

type Props = {
  kind: ImportKind;
  fields: readonly ImportField[];
  rows: readonly ImportRow[];
  states: ReadonlyMap<number, RowState>;
};

const ON_PAGE = 200;

const READY: RowState = { kind: 'ready' };

/** The rows of an import by pages, faults in place. */
export const PreviewRows = ({ kind, fields, rows, states }: Props) => {
  const { t, i18n } = useLingui();
  const stateText = useStateText(kind);
  const [wanted, setWanted] = useState(1);
  if (rows.length === 0)
    return (
      <p className="none">
        <Trans>No rows to show</Trans>
      </p>
    );
  const pages = Math.ceil(rows.length / ON_PAGE);
  const page = Math.min(wanted, pages);
  return (
    <>
      {pages > 1 && (
        <Pager meta={{ page, per_page: ON_PAGE, total: rows.length, total_pages: pages }} onPage={setWanted} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
      <section className="import-scroll" aria-label={t`Rows of the file`} tabIndex={0}>
        <Table className="import-rows">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Line`}</Table.Th>
              <Table.Th>{t`Result`}</Table.Th>
              {fields.map(({ path, label }) => (
                <Table.Th key={path}>{i18n._(label)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice((page - 1) * ON_PAGE, page * ON_PAGE).map((row) => {
              const state = states.get(row.line) ?? READY;
              const wrong = new Set(state.kind === 'faulty' ? row.faults.map(({ path }) => path) : []);
              return (
                <Table.Tr key={row.line}>
                  <Table.Td className="import-line">{row.line}</Table.Td>
                  <Table.Td className={`import-result import-${state.kind}`}>
                    {'id' in state && kind.id === 'supplier' ? (
                      <Link to="/suppliers/$supplierId" params={{ supplierId: state.id }} preload={false}>
                        {stateText(row, state)}
                      </Link>
                    ) : 'id' in state && kind.id === 'quality_event' ? (
                      <Link to="/quality-events/$eventId" params={{ eventId: state.id }} preload={false}>
                        {stateText(row, state)}
                      </Link>
                    ) : (
                      stateText(row, state)
                    )}
                  </Table.Td>
                  {fields.map(({ path }) => (
                    <Table.Td key={path} data-wrong={wrong.has(path) || undefined}>
                      {readField(row.body, path) || row.texts[path]}
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
};
