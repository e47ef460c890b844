import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { choices, ROLES, STATES, wordFor } from '../i18n/vocabulary.ts';
import type { Column } from '../ui/list/data-table.tsx';
import type { FilterSpec } from '../ui/list/filter-bar.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import type { User } from './user.queries.ts';

export const userFilters = (): FilterSpec[] => [
  { name: 'role', label: i18n._(msg`Role`), kind: 'choice', choices: choices(ROLES) },
  {
    name: 'active',
    label: i18n._(msg`State`),
    kind: 'single',
    choices: [
      { value: 'true', label: i18n._(msg`Active`) },
      { value: 'false', label: i18n._(msg`Deactivated`) },
    ],
  },
  { name: 'email', label: i18n._(msg`E-mail`), kind: 'text' },
];

/** The state of a user in one word. */
export const readUserState = ({ active, signing_locked }: User): string => {
  if (!active) return 'deactivated';
  return signing_locked ? 'signing_locked' : 'active';
};

export const userColumns = (): Column<User>[] => [
  {
    id: 'name',
    label: i18n._(msg`Name`),
    isFixed: true,
    sort: 'name',
    cell: ({ id, name }) => (
      <Link
        to="/administration/users/$userId"
        params={{ userId: id }}
        preload={false}
        className="ellipsis user-name"
        title={name}
      >
        {name}
      </Link>
    ),
    text: ({ name }) => name,
  },
  {
    id: 'email',
    label: i18n._(msg`E-mail`),
    isFixed: true,
    isWide: true,
    sort: 'email',
    cell: ({ email }) => (
      <span className="ellipsis" title={email}>
        {email}
      </span>
    ),
    text: ({ email }) => email,
  },
  {
    id: 'role',
    label: i18n._(msg`Role`),
    sort: 'role',
    cell: ({ role }) => wordFor(ROLES, role),
    text: ({ role }) => wordFor(ROLES, role),
  },
  {
    id: 'state',
    label: i18n._(msg`State`),
    cell: (user) => <Status state={readUserState(user)} />,
    text: (user) => wordFor(STATES, readUserState(user)),
  },
  {
    id: 'created_at',
    label: i18n._(msg`Created`),
    align: 'right',
    sort: 'created_at',
    cell: ({ created_at }) => <Instant value={created_at} />,
    text: ({ created_at }) => created_at,
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

export const USERS_HIDDEN_AT_FIRST = ['updated_at'];
