import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { IconSignature } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AUDIT_ACTIONS, choices, fieldName, wordFor } from '../i18n/vocabulary.ts';
import { toRecordPath } from '../session/found.ts';
import type { Column } from '../ui/list/data-table.tsx';
import type { FilterSpec } from '../ui/list/filter-bar.tsx';
import { Instant } from '../ui/time.tsx';
import type { AuditEntry } from '../ui/trail-entry.tsx';
import { AUDITED_TYPES, typeName } from './audit-words.ts';

/** `records` names the records that the list may be filtered by. */
export const auditFilters = (records: FilterSpec['choices'] = []): FilterSpec[] => [
  { name: 'action', label: i18n._(msg`Action`), kind: 'choice', choices: choices(AUDIT_ACTIONS) },
  { name: 'entity_type', label: i18n._(msg`Kind of record`), kind: 'choice', choices: choices(AUDITED_TYPES) },
  { name: 'entity_id', label: i18n._(msg`Record`), kind: 'record', choices: records },
  { name: 'user_id', label: i18n._(msg`Who`), kind: 'person' },
  { name: 'from', label: i18n._(msg`From`), kind: 'day' },
  { name: 'to', label: i18n._(msg`Until`), kind: 'day' },
  {
    name: 'has_signature',
    label: i18n._(msg`Signature`),
    kind: 'single',
    choices: [
      { value: 'true', label: i18n._(msg`Signed`) },
      { value: 'false', label: i18n._(msg`Without a signature`) },
    ],
  },
];

/** The record of an entry: a link where it has a page. */
export const RecordLink = ({ entry }: { entry: AuditEntry }) => {
  const { entity_type, entity_id, entity_name } = entry;
  const path = toRecordPath(entity_type, entity_id);
  const name = entity_name || entity_id;
  return path ? (
    <Link to={path} preload={false} className="ellipsis" title={name}>
      {name}
    </Link>
  ) : (
    <span className="ellipsis" title={name}>
      {name}
    </span>
  );
};

/** The names of the fields that an entry changed. */
const changedFields = ({ changes }: AuditEntry): string =>
  Object.keys(changes ?? {})
    .map(fieldName)
    .join(', ');

const Text = ({ children }: { children: string | null | undefined }) =>
  children ? (
    <span className="ellipsis audit-text" title={children}>
      {children}
    </span>
  ) : (
    <span className="none">–</span>
  );

const toActorName = ({ user }: AuditEntry): string => user.name || user.email || user.id;

export const auditColumns = (): Column<AuditEntry>[] => [
  {
    id: 'sequence',
    label: i18n._(msg`No.`),
    isFixed: true,
    cell: ({ id, sequence }) => (
      <Link to="/audit/$entryId" params={{ entryId: id }} className="mono" preload={false}>
        {sequence.toLocaleString(i18n.locale)}
      </Link>
    ),
    text: ({ sequence }) => String(sequence),
  },
  {
    id: 'timestamp',
    label: i18n._(msg`Time`),
    isFixed: true,
    sort: 'timestamp',
    cell: ({ timestamp }) => <Instant value={timestamp} exact />,
    text: ({ timestamp }) => timestamp,
  },
  {
    id: 'user',
    label: i18n._(msg`Who`),
    isFixed: true,
    cell: (entry) => <Text>{toActorName(entry)}</Text>,
    text: toActorName,
  },
  {
    id: 'action',
    label: i18n._(msg`Action`),
    isFixed: true,
    cell: ({ action, signature }) => (
      <span className="audit-action">
        {wordFor(AUDIT_ACTIONS, action)}
        {signature.signed && <IconSignature size={15} aria-label={i18n._(msg`signed`)} />}
      </span>
    ),
    text: ({ action }) => wordFor(AUDIT_ACTIONS, action),
  },
  {
    id: 'record',
    label: i18n._(msg`Record`),
    isFixed: true,
    isWide: true,
    cell: (entry) => <RecordLink entry={entry} />,
    text: ({ entity_name }) => entity_name,
  },
  {
    id: 'entity_type',
    label: i18n._(msg`Kind of record`),
    cell: ({ entity_type }) => typeName(entity_type),
    text: ({ entity_type }) => typeName(entity_type),
  },
  {
    id: 'changes',
    label: i18n._(msg`Fields`),
    cell: (entry) => <Text>{changedFields(entry)}</Text>,
    text: changedFields,
  },
  {
    id: 'reason',
    label: i18n._(msg`Reason`),
    cell: ({ metadata }) => <Text>{metadata.reason}</Text>,
    text: ({ metadata }) => metadata.reason ?? '',
  },
  {
    id: 'signature',
    label: i18n._(msg`Signature`),
    cell: ({ signature }) => <Text>{signature.signed ? signature.meaning : null}</Text>,
    text: ({ signature }) => (signature.signed ? (signature.meaning ?? '') : ''),
  },
  {
    id: 'version',
    label: i18n._(msg`Version`),
    align: 'right',
    cell: ({ entity_version }) => entity_version ?? <span className="none">–</span>,
    text: ({ entity_version }) => String(entity_version ?? ''),
  },
  {
    id: 'ip_address',
    label: i18n._(msg`IP address`),
    cell: ({ client }) => <Text>{client.ip_address}</Text>,
    text: ({ client }) => client.ip_address ?? '',
  },
  {
    id: 'request_id',
    label: i18n._(msg`Request`),
    cell: ({ metadata }) => <span className="mono">{metadata.request_id}</span>,
    text: ({ metadata }) => metadata.request_id,
  },
];

export const AUDIT_HIDDEN_AT_FIRST = ['signature', 'version', 'ip_address', 'request_id'];
