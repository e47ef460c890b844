import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { choices, STATES, wordFor } from '../i18n/vocabulary.ts';
import { dayIn } from '../ui/day.ts';
import type { Column } from '../ui/list/data-table.tsx';
import type { FilterSpec } from '../ui/list/filter-bar.tsx';
import { Person } from '../ui/people.tsx';
import { Status } from '../ui/status.tsx';
import { Day, Instant, usePlace } from '../ui/time.tsx';
import type { ApiKey, Application } from './credential.queries.ts';

export const ENVIRONMENTS = { live: msg`Live`, test: msg`Test (sandbox)` };

export const keyFilters = (): FilterSpec[] => [
  {
    name: 'status',
    label: i18n._(msg`State`),
    kind: 'choice',
    choices: choices(STATES, ['active', 'expired', 'revoked']),
  },
  { name: 'environment', label: i18n._(msg`Environment`), kind: 'choice', choices: choices(ENVIRONMENTS) },
  { name: 'user_id', label: i18n._(msg`Acts for`), kind: 'person' },
];

export const applicationFilters = (): FilterSpec[] => [
  { name: 'status', label: i18n._(msg`State`), kind: 'choice', choices: choices(STATES, ['active', 'revoked']) },
];

type Credential = Pick<ApiKey, 'id' | 'name' | 'scopes' | 'created_at'> & { status: string };

const named = <Row extends Credential>(
  to: '/administration/api-keys' | '/administration/applications',
): Column<Row> => ({
  id: 'name',
  label: i18n._(msg`Name`),
  isFixed: true,
  isWide: true,
  sort: 'name',
  cell: ({ id, name }) => (
    <Link to={`${to}/${id}` as string} preload={false} className="ellipsis" title={name}>
      {name}
    </Link>
  ),
  text: ({ name }) => name,
});

const stated = <Row extends Credential>(): Column<Row> => ({
  id: 'status',
  label: i18n._(msg`State`),
  cell: ({ status }) => <Status state={status} />,
  text: ({ status }) => wordFor(STATES, status),
});

const scoped = <Row extends Credential>(): Column<Row> => ({
  id: 'scopes',
  label: i18n._(msg`Scopes`),
  cell: ({ scopes }) => (
    <span className="ellipsis mono user-name" title={scopes.join(', ')}>
      {scopes.join(', ')}
    </span>
  ),
  text: ({ scopes }) => scopes.join(' '),
});

const created = <Row extends Credential>(): Column<Row> => ({
  id: 'created_at',
  label: i18n._(msg`Created`),
  align: 'right',
  sort: 'created_at',
  cell: ({ created_at }) => <Instant value={created_at} />,
  text: ({ created_at }) => created_at,
});

/** The day in the organisation's zone on which a key expires. */
const LastDay = ({ value }: { value: string }) => {
  const { zone } = usePlace();
  return <Day value={dayIn(zone, new Date(value))} />;
};

export const keyColumns = (): Column<ApiKey>[] => [
  named('/administration/api-keys'),
  {
    id: 'prefix',
    label: i18n._(msg`Begins with`),
    cell: ({ prefix }) => <span className="mono">{prefix}</span>,
    text: ({ prefix }) => prefix,
  },
  stated(),
  {
    id: 'environment',
    label: i18n._(msg`Environment`),
    cell: ({ environment }) => wordFor(ENVIRONMENTS, environment),
    text: ({ environment }) => environment,
  },
  {
    id: 'user_id',
    label: i18n._(msg`Acts for`),
    cell: ({ user_id }) => <Person id={user_id} />,
    text: ({ user_id }) => user_id,
  },
  scoped(),
  {
    id: 'expires_at',
    label: i18n._(msg`Expires`),
    align: 'right',
    sort: 'expires_at',
    cell: ({ expires_at }) => <LastDay value={expires_at} />,
    text: ({ expires_at }) => expires_at,
  },
  created(),
];

export const applicationColumns = (): Column<Application>[] => [
  named('/administration/applications'),
  {
    id: 'client_id',
    label: i18n._(msg`Client id`),
    cell: ({ client_id }) => <span className="mono">{client_id}</span>,
    text: ({ client_id }) => client_id,
  },
  stated(),
  scoped(),
  created(),
];

export const KEYS_HIDDEN_AT_FIRST = ['scopes', 'created_at'];
