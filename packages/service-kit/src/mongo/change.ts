import type { Envelope } from '@qsc/contracts/events';
import type { Collection } from './collection.ts';

type AnyCollection = Collection<{ _id: string }, string>;

type Versioned = { _id: string; version: number };

/** What a stored document has to fit besides its version. */
type Guard = Record<string, unknown>;

/** One write of a commit, as data. */
export type Change =
  | { op: 'insert'; collection: AnyCollection; id: string; doc: { _id: string } }
  | { op: 'replace'; collection: AnyCollection; id: string; doc: { _id: string }; expected: number; guard: Guard }
  | { op: 'put'; collection: AnyCollection; id: string; doc: { _id: string } }
  | { op: 'remove'; collection: AnyCollection; id: string; expected: number; guard: Guard }
  | { op: 'hold'; collection: AnyCollection; id: string; filter: Record<string, unknown> }
  | { op: 'require-none'; collection: AnyCollection; id: string; filter: Record<string, unknown> }
  | { op: 'tally'; collection: AnyCollection; id: string; orgId: string; by: number };

/** What a decision comes to: the writes and events that are committed together, and the answer for the caller. */
export type Decision<Answer> = { changes: readonly Change[]; events: readonly Envelope[]; answer: Answer };

/** The collection, whatever its documents are. */
export const anyCollection = <Doc extends { _id: string }>(collection: Collection<Doc, string>): AnyCollection =>
  collection as unknown as AnyCollection;

/** A new document. The commit fails with `DuplicateKey` when a unique index has its key already. */
export const insert = <Doc extends { _id: string }>(
  collection: Collection<Doc, string>,
  doc: NoInfer<Doc>,
): Change => ({
  op: 'insert',
  collection: anyCollection(collection),
  id: doc._id,
  doc,
});

/**
 * The document as it shall be. The commit fails with `VersionConflict` unless the stored version is the expected one and the stored
 * document fits the guard.
 */
export const replace = <Doc extends Versioned>(
  collection: Collection<Doc, string>,
  doc: NoInfer<Doc>,
  expected: number,
  guard: Guard = {},
): Change => ({
  op: 'replace',
  collection: anyCollection(collection),
  id: doc._id,
  doc,
  expected,
  guard,
});

/**
 * The document, whole, whether or not one of its id is there. Its version is one above that which it takes the place of, and its
 * own where there was none.
 */
export const put = <Doc extends Versioned>(collection: Collection<Doc, string>, doc: NoInfer<Doc>): Change => ({
  op: 'put',
  collection: anyCollection(collection),
  id: doc._id,
  doc,
});

/** Removes a document. The commit fails with `VersionConflict` as that of `replace` does. */
export const remove = <Doc extends Versioned>(
  collection: Collection<Doc, string>,
  id: string,
  expected: number,
  guard: Guard = {},
): Change => ({ op: 'remove', collection: anyCollection(collection), id, expected, guard });

/**
 * Counts up `holds` of a record that another one is about to point to. The commit fails with `VersionConflict` unless the
 * record is there and fits the filter, and cannot go beside a removal of it: one of the two is decided again.
 */
export const hold = <Doc extends { _id: string; holds: number }>(
  collection: Collection<Doc, string>,
  id: string,
  filter: Record<string, unknown>,
): Change => ({ op: 'hold', collection: anyCollection(collection), id, filter });

/** The commit fails with `VersionConflict` when a document fits the filter. `id`: the record that this concerns. */
export const requireNone = <Doc extends { _id: string }>(
  collection: Collection<Doc, string>,
  id: string,
  filter: Record<string, unknown>,
): Change => ({ op: 'require-none', collection: anyCollection(collection), id, filter });

/** The record was changed by someone else since it was read. */
export class VersionConflict extends Error {
  constructor(collection: string) {
    super(`A record of ${collection} was changed since it was read.`);
    this.name = 'VersionConflict';
  }
}

/** A record is reserved for a transition. `wait` ends when it is worth deciding again. */
export class RecordReserved extends Error {
  readonly wait: () => Promise<void>;

  constructor(wait: () => Promise<void>) {
    super('A record is reserved for a transition.');
    this.name = 'RecordReserved';
    this.wait = wait;
  }
}

/** A unique index refused a write; `fields` are those of the index. */
export class DuplicateKey extends Error {
  readonly collection: string;
  readonly fields: readonly string[];

  constructor(collection: string, fields: readonly string[]) {
    super(`A record of ${collection} with the same ${fields.join(', ')} exists.`);
    this.name = 'DuplicateKey';
    this.collection = collection;
    this.fields = fields;
  }
}

const DUPLICATE_KEY = 11_000;

/** Whether MongoDB refused a write for a unique index (its code 11000). Takes what was caught, or one fault of a bulk write. */
export const isDuplicateKey = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === DUPLICATE_KEY;
