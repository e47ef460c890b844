import type { DocumentReference } from '@qsc/contracts';
import { type CopiedRecord, canonicalHash } from '@qsc/service-kit/pure';
import type { AuditEntry } from '../entry/entry.ts';
import { isBlank, isContentField } from '../review/entry-risk.ts';
import type { CopiedTrail } from './copied-trail.query.ts';

/** What the signature of a copy is (`typ`). */
export const COPY_SEAL = 'record-copy+jws';

type Json = Record<string, unknown>;

/** A value that was changed since it was first entered (EU GMP Annex 11, 8.2). */
export type ChangedField = {
  field: string;
  first_value: unknown;
  changes: number;
  last_changed_at: string;
  last_changed_by: string;
  last_reason: string | null;
};

/** One record in a copy. */
export type CopiedRecordStatement = {
  id: string;
  type: string;
  title: string;
  number: string | null;
  content: Json;
  content_hash: string;
  changed_fields: ChangedField[];
  /** Lists of what belongs to the record, by name. */
  parts: Record<string, Json[]>;
  /** Lists that the caller may not read. */
  omitted: string[];
  attachments: DocumentReference[];
  workflows: Json[];
  approvals: Json[];
  signatures: Json[];
  trail: { total: number; faults: CopiedTrail['faults']; entries: AuditEntry[] };
};

/** What a copy says; its signature is over the canonical JSON of this. */
export type CopyStatement = {
  format: 'record-copy/1';
  organization: { id: string; name: string };
  made_at: string;
  made_by: { id: string; name: string; role: string | null };
  time_zone: string;
  contents: { id: string; type: string; number: string | null; title: string }[];
  records: CopiedRecordStatement[];
  /** The names of users and entities whose ids the copy has. */
  names: Record<string, string>;
  /** The end of the log when the copy was made, and the newest checkpoint of it. */
  chain: { last_sequence: number; last_hash: string; checkpoint: string | null };
};

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The values of a record that were changed since they were first entered, by the entries of its trail in their order. */
export const findChangedFields = (entries: readonly AuditEntry[]): ChangedField[] => {
  const found = new Map<string, ChangedField>();
  for (const { action, changes, timestamp, user, metadata } of entries) {
    if (action === 'create') continue;
    for (const [field, { from }] of Object.entries(changes)) {
      if (isBlank(from) || !isContentField(field)) continue;
      const before = found.get(field);
      found.set(field, {
        field,
        first_value: before ? before.first_value : from,
        changes: (before?.changes ?? 0) + 1,
        last_changed_at: timestamp,
        last_changed_by: user.name,
        last_reason: metadata.reason,
      });
    }
  }
  return [...found.values()];
};

/** What the copy of a record is made of. */
export type CopyMaterial = {
  owned: CopiedRecord;
  workflow: CopiedRecord['parts'];
  attachments: DocumentReference[];
  trail: CopiedTrail;
  /** Names of parts that the caller may not read. */
  omitted: readonly string[];
};

/** The statement about one record. */
export const toRecordStatement = ({
  owned,
  workflow,
  attachments,
  trail,
  omitted,
}: CopyMaterial): CopiedRecordStatement => {
  const content = owned.record ?? {};
  const { workflows = [], approvals = [], signatures = [] } = workflow;
  return {
    id: String(content.id),
    type: String(content.type),
    title: asText(content.title) ?? asText(content.name) ?? String(content.id),
    number: asText(content.number),
    content,
    content_hash: canonicalHash(content),
    changed_fields: findChangedFields(trail.entries),
    parts: Object.fromEntries(Object.entries(owned.parts).filter(([name]) => !omitted.includes(name))),
    omitted: omitted.filter((name) => name in owned.parts),
    attachments,
    workflows,
    approvals,
    signatures,
    trail: { total: trail.entries.length, faults: trail.faults, entries: trail.entries },
  };
};

const NAMED_ID = /^(usr|ent)_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The ids of users and entities in a value. */
export const findNamedIds = (value: unknown): string[] => {
  if (typeof value === 'string') return NAMED_ID.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(findNamedIds);
};

/** The names that stand in the records themselves: of actors in their trails, and of records that stand in lists. */
export const findOwnNames = (records: readonly CopiedRecordStatement[]): [id: string, name: string][] =>
  records.flatMap(({ id, number, title, parts, trail }) => [
    ...trail.entries.map(({ user }): [string, string] => [user.id, user.name]),
    ...Object.values(parts)
      .flat()
      .flatMap(({ id: known, number: code, title: text, name }): [string, string][] => {
        const shown = [code, text ?? name].filter((part) => typeof part === 'string').join(' ');
        return typeof known === 'string' && shown !== '' ? [[known, shown]] : [];
      }),
    [id, [number, title].filter(Boolean).join(' ')] as [string, string],
  ]);
