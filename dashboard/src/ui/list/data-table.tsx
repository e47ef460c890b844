import { useLingui } from '@lingui/react/macro';
import { Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

/** A column of a list; `sort` is the field that the API orders by. */
export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The value in an exported file. */
  text: (row: Row) => string;
  sort?: string;
  align?: 'right';
  /** Takes the width that the others leave, and is cut off where that is little. */
  isWide?: boolean;
  /** Shown always; the first column is. */
  isFixed?: boolean;
};

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  /** The rows are those of another page or filter until the new ones come. */
  isStale: boolean;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  sort: string;
  onSort: (sort: string) => void;
  onOpen: (row: Row, inNewTab: boolean) => void;
  selected?: ReadonlySet<string> | undefined;
  onSelect?: ((ids: ReadonlySet<string>) => void) | undefined;
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null;

/** A list of records: sorted by its heads, chosen by boxes, gone through by `j`, `k`, `x`, Enter and `o`. */
export const DataTable = <Row,>(props: Props<Row>) => {
  const { label, columns, rows, isStale, rowId, rowName, sort, onSort, selected, onSelect } = props;
  const { t } = useLingui();
  const [cursor, setCursor] = useState(-1);
  const body = useRef<HTMLTableSectionElement>(null);
  const toggle = useCallback(
    (id: string) => {
      if (!selected || !onSelect) return;
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      onSelect(next);
    },
    [selected, onSelect],
  );
  useListKeys({ ...props, cursor, setCursor, toggle, body });

  const allIds = (rows ?? []).map(rowId);
  const isAll = allIds.length > 0 && allIds.every((id) => selected?.has(id));
  const isSome = allIds.some((id) => selected?.has(id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className="table" data-stale={isStale || undefined} aria-busy={isStale}>
        <thead>
          <tr>
            {selected && (
              <th className="cell-box">
                <Checkbox
                  aria-label={t`Select all on this page`}
                  checked={isAll}
                  indeterminate={isSome && !isAll}
                  onChange={() =>
                    onSelect?.(
                      new Set(isAll ? [...selected].filter((id) => !allIds.includes(id)) : [...selected, ...allIds]),
                    )
                  }
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows === undefined
            ? Array.from({ length: 12 }, (_, index) => index).map((index) => (
                <tr key={index}>
                  {selected && <td className="cell-box" />}
                  {columns.map(({ id }, place) => (
                    <td key={id}>
                      <Skeleton height={12} width={`${80 - ((index * 13 + place * 29) % 50)}%`} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, index) => {
                const id = rowId(row);
                return (
                  <tr
                    key={id}
                    data-cursor={index === cursor || undefined}
                    data-selected={selected?.has(id) || undefined}
                    onMouseEnter={() => setCursor(index)}
                  >
                    {selected && (
                      <td className="cell-box">
                        <Checkbox
                          aria-label={t`Select ${rowName(row)}`}
                          checked={selected.has(id)}
                          onChange={() => toggle(id)}
                        />
                      </td>
                    )}
                    {columns.map((column) => (
                      <td key={column.id} data-align={column.align} data-wide={column.isWide || undefined}>
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                );
              })}
        </tbody>
      </table>
    </section>
  );
};

const Head = <Row,>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string;
  onSort: (sort: string) => void;
}) => {
  const field = column.sort;
  if (field === undefined)
    return (
      <th scope="col" data-align={column.align}>
        {column.label}
      </th>
    );
  const isAscending = sort === field;
  const isDescending = sort === `-${field}`;
  const Arrow = isAscending ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-align={column.align}
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : 'none'}
    >
      <button type="button" className="sort" onClick={() => onSort(isDescending ? field : `-${field}`)}>
        {column.label}
        <Arrow size={13} aria-hidden className="sort-arrow" data-on={isAscending || isDescending || undefined} />
      </button>
    </th>
  );
};

type Keys<Row> = Props<Row> & {
  cursor: number;
  setCursor: (index: number) => void;
  toggle: (id: string) => void;
  body: { current: HTMLTableSectionElement | null };
};

const useListKeys = <Row,>({ rows = [], rowId, onOpen, cursor, setCursor, toggle, body }: Keys<Row>): void => {
  useEffect(() => {
    const go = (index: number) => {
      setCursor(index);
      body.current?.rows[index]?.scrollIntoView({ block: 'nearest' });
    };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const row = rows[cursor];
      if (event.key === 'j') go(Math.min(cursor + 1, rows.length - 1));
      else if (event.key === 'k') go(Math.max(cursor - 1, 0));
      else if (event.key === 'x' && row) toggle(rowId(row));
      else if (event.key === 'o' && row) onOpen(row, true);
      else if (event.key === 'Enter' && row && (event.target === document.body || isList(event.target)))
        onOpen(row, false);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [rows, rowId, onOpen, cursor, setCursor, toggle, body]);
};

const isList = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('.table-scroll');
