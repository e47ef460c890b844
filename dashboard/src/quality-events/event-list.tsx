import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { CLASSIFICATIONS, choices, EVENT_TYPES, PRIORITIES, STATES, wordFor } from '../i18n/vocabulary.ts';
import { Classification } from '../ui/classification.tsx';
import type { Column } from '../ui/list/data-table.tsx';
import type { FilterSpec } from '../ui/list/filter-bar.tsx';
import { Person } from '../ui/people.tsx';
import { Status } from '../ui/status.tsx';
import { Due, Instant } from '../ui/time.tsx';
import { isEnded, STATUSES } from './event-filters.ts';
import type { QualityEvent } from './quality-event.queries.ts';

export const eventFilters = (): FilterSpec[] => [
  { name: 'type', label: i18n._(msg`Type`), kind: 'choice', choices: choices(EVENT_TYPES) },
  { name: 'status', label: i18n._(msg`State`), kind: 'choice', choices: choices(STATES, STATUSES) },
  { name: 'classification', label: i18n._(msg`Classification`), kind: 'choice', choices: choices(CLASSIFICATIONS) },
  { name: 'priority', label: i18n._(msg`Priority`), kind: 'choice', choices: choices(PRIORITIES) },
  { name: 'assigned_to', label: i18n._(msg`Assigned to`), kind: 'person' },
  { name: 'overdue', label: i18n._(msg`Overdue`), kind: 'flag' },
  { name: 'due_before', label: i18n._(msg`Due before`), kind: 'day' },
  { name: 'created_from', label: i18n._(msg`Created from`), kind: 'from' },
  { name: 'created_to', label: i18n._(msg`Created until`), kind: 'until' },
  { name: 'category', label: i18n._(msg`Category`), kind: 'text' },
];

/** The columns of the list; `nameFor` gives the names of people in exported files. */
export const eventColumns = (nameFor: (id: string | null) => string): Column<QualityEvent>[] => [
  {
    id: 'number',
    label: i18n._(msg`Number`),
    isFixed: true,
    cell: ({ id, number }) => (
      <Link to="/quality-events/$eventId" params={{ eventId: id }} className="mono" preload={false}>
        {number}
      </Link>
    ),
    text: ({ number }) => number,
  },
  {
    id: 'title',
    label: i18n._(msg`Title`),
    isFixed: true,
    isWide: true,
    cell: ({ title }) => (
      <span className="ellipsis" title={title}>
        {title}
      </span>
    ),
    text: ({ title }) => title,
  },
  {
    id: 'type',
    label: i18n._(msg`Type`),
    cell: ({ type }) => wordFor(EVENT_TYPES, type),
    text: ({ type }) => wordFor(EVENT_TYPES, type),
  },
  {
    id: 'status',
    label: i18n._(msg`State`),
    cell: ({ status }) => <Status state={status} />,
    text: ({ status }) => wordFor(STATES, status),
  },
  {
    id: 'classification',
    label: i18n._(msg`Classification`),
    cell: ({ classification }) => <Classification value={classification} />,
    text: ({ classification }) => wordFor(CLASSIFICATIONS, classification),
  },
  {
    id: 'priority',
    label: i18n._(msg`Priority`),
    cell: ({ priority }) => wordFor(PRIORITIES, priority),
    text: ({ priority }) => wordFor(PRIORITIES, priority),
  },
  {
    id: 'category',
    label: i18n._(msg`Category`),
    cell: ({ category }) => category ?? <span className="none">–</span>,
    text: ({ category }) => category ?? '',
  },
  {
    id: 'assigned_to',
    label: i18n._(msg`Assigned to`),
    cell: ({ assigned_to }) => <Person id={assigned_to} />,
    text: ({ assigned_to }) => nameFor(assigned_to),
  },
  {
    id: 'due_date',
    label: i18n._(msg`Due`),
    sort: 'due_date',
    align: 'right',
    cell: (event) => <Due value={event.due_date} isDone={isEnded(event)} />,
    text: ({ due_date }) => due_date ?? '',
  },
  {
    id: 'created_at',
    label: i18n._(msg`Created`),
    sort: 'created_at',
    align: 'right',
    cell: ({ created_at }) => <Instant value={created_at} />,
    text: ({ created_at }) => created_at,
  },
  {
    id: 'updated_at',
    label: i18n._(msg`Changed`),
    sort: 'updated_at',
    align: 'right',
    cell: ({ updated_at }) => <Instant value={updated_at} />,
    text: ({ updated_at }) => updated_at,
  },
];

export const HIDDEN_AT_FIRST = ['type', 'priority', 'category', 'created_at', 'updated_at'];
