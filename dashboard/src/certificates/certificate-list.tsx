import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { CERTIFICATE_TYPES, CERTIFICATE_TYPES_SHORT, choices, STATES, wordFor } from '../i18n/vocabulary.ts';
import type { Column } from '../ui/list/data-table.tsx';
import type { FilterSpec } from '../ui/list/filter-bar.tsx';
import { Status } from '../ui/status.tsx';
import { Day, Instant } from '../ui/time.tsx';
import type { Certificate } from './certificate.queries.ts';
import { CERTIFICATE_STATUSES, toDisplayState } from './certificate-filters.ts';
import { Expiry } from './expiry.tsx';

const DAYS = ['30', '60', '90', '180'];

export const certificateFilters = (): FilterSpec[] => [
  { name: 'status', label: i18n._(msg`State`), kind: 'choice', choices: choices(STATES, CERTIFICATE_STATUSES) },
  { name: 'type', label: i18n._(msg`Type`), kind: 'choice', choices: choices(CERTIFICATE_TYPES) },
  { name: 'supplier_id', label: i18n._(msg`Supplier`), kind: 'record', records: ['supplier'] },
  {
    name: 'component_id',
    label: i18n._(msg`Component or product`),
    kind: 'record',
    records: ['component', 'product'],
  },
  { name: 'batch_number', label: i18n._(msg`Batch`), kind: 'text' },
  {
    name: 'expiring_within_days',
    label: i18n._(msg`Expires within`),
    kind: 'single',
    choices: DAYS.map((days) => ({ value: days, label: i18n._(msg`${days} days`) })),
  },
  { name: 'expiring_before', label: i18n._(msg`Expires before`), kind: 'day' },
];

type Names = (id: string | null | undefined) => string;

export const certificateColumns = (names: Names): Column<Certificate>[] => [
  {
    id: 'name',
    label: i18n._(msg`Certificate`),
    isFixed: true,
    isWide: true,
    sort: 'name',
    cell: ({ id, name }) => (
      <Link
        to="/certificates/$certificateId"
        params={{ certificateId: id }}
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
    id: 'status',
    label: i18n._(msg`State`),
    isFixed: true,
    cell: (certificate) => <Status state={toDisplayState(certificate)} />,
    text: (certificate) => wordFor(STATES, toDisplayState(certificate)),
  },
  {
    id: 'type',
    label: i18n._(msg`Type`),
    cell: ({ type }) => <span title={wordFor(CERTIFICATE_TYPES, type)}>{wordFor(CERTIFICATE_TYPES_SHORT, type)}</span>,
    text: ({ type }) => wordFor(CERTIFICATE_TYPES, type),
  },
  {
    id: 'supplier',
    label: i18n._(msg`Supplier`),
    cell: ({ supplier_id }) => <Named name={names(supplier_id)} />,
    text: ({ supplier_id }) => names(supplier_id),
  },
  {
    id: 'component',
    label: i18n._(msg`Component`),
    cell: ({ component_id }) => <Named name={names(component_id)} />,
    text: ({ component_id }) => names(component_id),
  },
  {
    id: 'batch',
    label: i18n._(msg`Batch`),
    cell: ({ batch_number }) => <span className="mono">{batch_number ?? '–'}</span>,
    text: ({ batch_number }) => batch_number ?? '',
  },
  {
    id: 'issued',
    label: i18n._(msg`Issued`),
    align: 'right',
    cell: ({ issue_date }) => <Day value={issue_date} />,
    text: ({ issue_date }) => issue_date ?? '',
  },
  {
    id: 'expires',
    label: i18n._(msg`Expires`),
    align: 'right',
    sort: 'expiry_date',
    cell: (certificate) => <Expiry certificate={certificate} />,
    text: ({ expiry_date }) => expiry_date ?? '',
  },
  {
    id: 'uploaded',
    label: i18n._(msg`Uploaded`),
    align: 'right',
    sort: 'created_at',
    cell: ({ created_at }) => <Instant value={created_at} />,
    text: ({ created_at }) => created_at,
  },
  {
    id: 'changed',
    label: i18n._(msg`Changed`),
    align: 'right',
    sort: 'updated_at',
    cell: ({ updated_at }) => <Instant value={updated_at} />,
    text: ({ updated_at }) => updated_at,
  },
];

const Named = ({ name }: { name: string }) =>
  name ? (
    <span className="ellipsis cell-name" title={name}>
      {name}
    </span>
  ) : (
    <span className="none">–</span>
  );

export const CERTIFICATES_HIDDEN_AT_FIRST = ['component', 'issued', 'uploaded', 'changed'];
