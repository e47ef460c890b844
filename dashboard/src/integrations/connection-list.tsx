import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Column } from '../ui/list/data-table.tsx';
import type { FilterSpec } from '../ui/list/filter-bar.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { type Connection, healthQuery } from './connection.queries.ts';
import {
  connectionState,
  connectionStatusChoices,
  connectionStatusWord,
  directionWord,
  healthState,
  healthWord,
  syncStatusWord,
  typeWord,
} from './words.ts';

export const connectionFilters = (): FilterSpec[] => [
  { name: 'status', label: i18n._(msg`Status`), kind: 'choice', choices: connectionStatusChoices() },
];

/** How a connection does: the last synchronisation, and what waits. */
const ConnectionHealth = ({ connection: { id } }: { connection: Connection }) => {
  const { t } = useLingui();
  const { data, error } = useQuery(healthQuery(id));
  if (error) return <span className="none">{t`not available`}</span>;
  if (!data) return <Skeleton height={12} width={140} />;
  return <Status state={healthState(data.status)} label={healthWord(data.status)} />;
};

const LastSync = ({ connection: { id } }: { connection: Connection }) => {
  const { t } = useLingui();
  const { data } = useQuery(healthQuery(id));
  if (!data) return null;
  const { last_sync } = data;
  if (!last_sync) return <span className="none">{t`never`}</span>;
  return (
    <span className="integration-line">
      <Instant value={last_sync.timestamp} />
      <span className="none">{syncStatusWord(last_sync.status)}</span>
    </span>
  );
};

const Waiting = ({ connection: { id } }: { connection: Connection }) => {
  const { data } = useQuery(healthQuery(id));
  const waiting = data ? data.pending_changes.inbound + data.pending_changes.outbound : 0;
  return waiting > 0 ? waiting : <span className="none">–</span>;
};

export const connectionColumns = (): Column<Connection>[] => [
  {
    id: 'name',
    label: i18n._(msg`Name`),
    isFixed: true,
    isWide: true,
    cell: ({ id, name }) => (
      <Link
        to="/integrations/$connectionId"
        params={{ connectionId: id }}
        className="ellipsis"
        title={name}
        preload={false}
      >
        {name}
      </Link>
    ),
    text: ({ name }) => name,
  },
  {
    id: 'type',
    label: i18n._(msg`System`),
    cell: ({ type }) => typeWord(type),
    text: ({ type }) => typeWord(type),
  },
  {
    id: 'status',
    label: i18n._(msg`Status`),
    cell: ({ status }) => <Status state={connectionState(status)} label={connectionStatusWord(status)} />,
    text: ({ status }) => connectionStatusWord(status),
  },
  {
    id: 'health',
    label: i18n._(msg`Health`),
    cell: (connection) => <ConnectionHealth connection={connection} />,
    text: () => '',
  },
  {
    id: 'last_sync',
    label: i18n._(msg`Last synchronisation`),
    cell: (connection) => <LastSync connection={connection} />,
    text: () => '',
  },
  {
    id: 'waiting',
    label: i18n._(msg`Waiting`),
    align: 'right',
    cell: (connection) => <Waiting connection={connection} />,
    text: () => '',
  },
  {
    id: 'direction',
    label: i18n._(msg`Direction`),
    cell: ({ sync_config }) => directionWord(sync_config.direction),
    text: ({ sync_config }) => directionWord(sync_config.direction),
  },
  {
    id: 'updated_at',
    label: i18n._(msg`Changed`),
    align: 'right',
    sort: 'updated_at',
    cell: ({ updated_at }) => <Instant value={updated_at} />,
    text: ({ updated_at }) => updated_at,
  },
];

export const CONNECTIONS_HIDDEN_AT_FIRST = ['direction', 'updated_at'];
