import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Checkbox, Group, Menu, Popover, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconBookmark, IconColumns3, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type SavedView, usePreferences } from '../../session/preferences.ts';
import { Dialog } from '../dialog.tsx';
import type { Column } from './data-table.tsx';
import type { ListSearch } from './search.ts';

type ViewsProps = {
  list: string;
  /** Views that everybody has. */
  standard: readonly SavedView[];
  search: ListSearch;
  onOpen: (search: ListSearch) => void;
};

const asView = ({ page: _page, ...rest }: ListSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const isSame = (one: Record<string, string>, other: Record<string, string>): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** The saved views of a list: opened, saved under a name, deleted. */
export const Views = ({ list, standard, search, onOpen }: ViewsProps) => {
  const { t } = useLingui();
  const { preferences, set } = usePreferences();
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const own = preferences.views?.[list] ?? [];
  const now = asView(search);
  const current = [...own, ...standard].find((view) => isSame(view.search, now));
  const store = (views: SavedView[]) => set({ views: { ...preferences.views, [list]: views } });
  const save = () => {
    store([...own.filter((view) => view.name !== name.trim()), { name: name.trim(), search: now }]);
    setNaming(false);
    setName('');
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="subtle" color="gray" leftSection={<IconBookmark size={14} aria-hidden />}>
            <Trans>View: {current?.name ?? t`Unsaved`}</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {standard.map((view) => (
            <Menu.Item key={view.name} onClick={() => onOpen(view.search)}>
              {view.name}
            </Menu.Item>
          ))}
          {own.length > 0 && <Menu.Divider />}
          {own.map((view) => (
            <Group key={view.name} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => onOpen(view.search)}>{view.name}</Menu.Item>
              <Menu.Item
                w={36}
                px={8}
                aria-label={t`Delete the view ${view.name}`}
                onClick={() => store(own.filter((other) => other !== view))}
              >
                <IconTrash size={14} aria-hidden />
              </Menu.Item>
            </Group>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setNaming(true)}>
            <Trans>Save this view…</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={isNaming} onClose={() => setNaming(false)} title={t`Save this view`} size="sm">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Stack>
            <TextInput
              label={t`Name`}
              description={t`Filters, search and order of the list, for you alone.`}
              required
              maxLength={60}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={name.trim() === ''}>
                <Trans>Save view</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
};

/** The columns of a list that the user sees. */
export const useVisibleColumns = <Row,>(
  list: string,
  columns: readonly Column<Row>[],
  hiddenAtFirst: readonly string[],
) => {
  const { preferences, set } = usePreferences();
  const hidden = preferences.hidden_columns?.[list] ?? hiddenAtFirst;
  return {
    visible: columns.filter(({ id, isFixed }) => isFixed || !hidden.includes(id)),
    hidden,
    hide: (ids: string[]) => set({ hidden_columns: { ...preferences.hidden_columns, [list]: ids } }),
  };
};

type ColumnsProps<Row> = {
  columns: readonly Column<Row>[];
  hidden: readonly string[];
  onHide: (ids: string[]) => void;
};

/** Chooses the columns of a list. */
export const ColumnChoice = <Row,>({ columns, hidden, onHide }: ColumnsProps<Row>) => {
  const { t } = useLingui();
  return (
    <Popover position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <Tooltip label={t`Columns`}>
          <ActionIcon aria-label={t`Columns`}>
            <IconColumns3 size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Columns`}>
        <Stack gap={8}>
          {columns
            .filter(({ isFixed }) => !isFixed)
            .map(({ id, label }) => (
              <Checkbox
                key={id}
                label={label}
                checked={!hidden.includes(id)}
                onChange={(event) =>
                  onHide(event.currentTarget.checked ? hidden.filter((other) => other !== id) : [...hidden, id])
                }
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
