import { toRecordPath } from '../session/found.ts';
import type { Finding, Sections } from './report.queries.ts';

/** What a finding is about: its name, the record whose entries show it, and its page, as far as there is one. */
export type Subject = { id: string; name: string; recordId: string | null; path: string | null };

type Named = { name: string; type?: string | null; recordId?: string | null };

/** The names that the sections of a report give to signatures, keys and users. */
export const namesIn = ({ electronic_signatures, access_controls }: Sections): ReadonlyMap<string, Named> => {
  const signatures = electronic_signatures?.details.signatures ?? [];
  const { keys_near_expiry = [], dormant_users = [] } = access_controls?.details ?? {};
  return new Map<string, Named>([
    ...signatures.map(({ id, signer_name, meaning, record_type, record_id }): [string, Named] => [
      id,
      {
        name: [signer_name, meaning].filter(Boolean).join(': ') || id,
        type: record_type,
        recordId: record_id,
      },
    ]),
    ...keys_near_expiry.map(({ id, name }): [string, Named] => [id, { name }]),
    ...dormant_users.map(({ id, name }): [string, Named] => [id, { name }]),
  ]);
};

/** The kind of record of an id by its prefix, where that tells it. */
const KINDS: readonly [prefix: string, path: (id: string) => string | null][] = [
  ['qe_', (id) => toRecordPath('deviation', id)],
  ['ent_', (id) => toRecordPath('component', id)],
  ['cert_', (id) => toRecordPath('certificate', id)],
  ['usr_', (id) => `/administration/users/${id}`],
  ['key_', (id) => `/administration/api-keys/${id}`],
];

/** Ids of what has entries of its own in the log; events, signatures and programs do not. */
const WITHOUT_ENTRIES = /^(evt|sig)_|^[a-z-]+$/;

const toSubject = (id: string, names: ReadonlyMap<string, Named>): Subject => {
  const named = names.get(id);
  const recordId = named?.recordId ?? (WITHOUT_ENTRIES.test(id) ? null : id);
  const ownPath = KINDS.find(([prefix]) => id.startsWith(prefix))?.[1](id) ?? null;
  const path = named?.type && named.recordId ? toRecordPath(named.type, named.recordId) : ownPath;
  return { id, name: named?.name ?? id, recordId, path };
};

/** What a finding names beside entries. */
export const toSubjects = ({ record_ids }: Finding, names: ReadonlyMap<string, Named>): Subject[] =>
  [...new Set(record_ids)].map((id) => toSubject(id, names));
