import { RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import type { RemotePage, RemoteRecord } from './connector.ts';

/** Records of a source by one field with the time of their last change. */
export type Stream = {
  /** From when on it is walked; null: from its beginning. */
  since: string | null;
  /** One page of those that changed at that moment or later (null: all), in the order of their moment. */
  from(at: string | null): Promise<RemoteRecord[]>;
  /** All of that moment, page by page. */
  within(at: string): AsyncIterable<readonly RemoteRecord[]>;
  /** The next moment that the partner can show: it may store moments more exactly than it shows them. */
  behind(at: string): string;
};

/** Records without a moment of change, page by page. */
export type Timeless = () => AsyncIterable<readonly RemoteRecord[]>;

/**
 * Records of streams in the order of their moments, those without one first. Only an empty page
 * ends a walk: a partner may cap its pages, and its links are not needed. A record that changes meanwhile comes again. Throws
 * what the streams throw, and `RemoteTrouble` where the partner repeats a page.
 */
export async function* walkChanges(
  { streams, timeless }: { streams: readonly Stream[]; timeless: Timeless | null },
  pageSize: number,
): AsyncGenerator<RemotePage> {
  if (timeless) for await (const records of timeless()) yield { records };
  let page: RemoteRecord[] = [];
  for await (const record of merged(streams.map(walk))) {
    page.push(record);
    if (page.length < pageSize) continue;
    yield { records: page };
    page = [];
  }
  if (page.length > 0) yield { records: page };
}

/**
 * Each page starts at the moment of the last record, without the records that were taken. Where none is left, the moment may
 * fill the page: its rest is read by key, and the walk continues after it.
 */
async function* walk(stream: Stream): AsyncGenerator<RemoteRecord> {
  let at = stream.since;
  let taken = new Set<string>();
  for (;;) {
    const page = await stream.from(at);
    if (page.length === 0) return;
    const fresh = page.filter(({ modifiedAt, externalId }) => modifiedAt !== at || !taken.has(externalId));
    const last = fresh.at(-1)?.modifiedAt ?? null;
    if (fresh.length > 0 && last === null) throw noMoment();
    // Older than the requested moment.
    if (last !== null && at !== null && at !== stream.since && last < at) throw samePage();
    yield* fresh;
    if (last !== null) {
      const known: Iterable<string> = last === at ? taken : [];
      taken = new Set([...known, ...fresh.filter(({ modifiedAt }) => modifiedAt === last).map(toKey)]);
      at = last;
    } else if (at !== null) {
      for await (const records of stream.within(at)) yield* records.filter((record) => !taken.has(record.externalId));
      at = stream.behind(at);
      taken = new Set();
    }
  }
}

const toKey = ({ externalId }: RemoteRecord): string => externalId;

/** Walks, each in order, as one in order; records without a moment come first. */
async function* merged(walks: readonly AsyncGenerator<RemoteRecord>[]): AsyncGenerator<RemoteRecord> {
  try {
    const heads = await Promise.all(walks.map((one) => one.next()));
    for (;;) {
      const first = findFirst(heads);
      const [head, one] = [heads[first], walks[first]];
      if (!head || head.done || !one) return;
      yield head.value;
      heads[first] = await one.next();
    }
  } finally {
    await Promise.all(walks.map((one) => one.return(undefined)));
  }
}

const findFirst = (heads: readonly IteratorResult<RemoteRecord>[]): number =>
  heads.reduce((first, head, index) => {
    const best = heads[first];
    if (head.done) return first;
    return !best || best.done || (head.value.modifiedAt ?? '') < (best.value.modifiedAt ?? '') ? index : first;
  }, -1);

type FetchPage = (behind: { last: RemoteRecord | null; count: number }) => Promise<readonly RemoteRecord[]>;

/**
 * Records page by page until an empty one. `fetchPage` starts after the last record, or after so many. Throws `RemoteTrouble`
 * where a page brings nothing new.
 */
export async function* pages(fetchPage: FetchPage): AsyncGenerator<readonly RemoteRecord[]> {
  const seen = new Set<string>();
  let last: RemoteRecord | null = null;
  for (let count = 0; ; ) {
    const page = await fetchPage({ last, count });
    if (page.length === 0) return;
    const fresh = page.filter(({ externalId }) => !seen.has(externalId));
    if (fresh.length === 0) throw samePage();
    for (const { externalId } of fresh) seen.add(externalId);
    yield fresh;
    last = page.at(-1) ?? null;
    count += page.length;
  }
}

/**
 * Records by pages that count rows, read until a full pass brings nothing new: a row that leaves the result between two pages
 * shifts the others past the reader.
 */
export async function* untilNothingNew(
  read: () => AsyncIterable<readonly RemoteRecord[]>,
): AsyncGenerator<readonly RemoteRecord[]> {
  const seen = new Set<string>();
  for (let found = true; found; ) {
    found = false;
    for await (const page of read()) {
      const fresh = page.filter(({ externalId }) => !seen.has(externalId));
      for (const { externalId } of fresh) seen.add(externalId);
      if (fresh.length > 0) yield fresh;
      found ||= fresh.length > 0;
    }
  }
}

const noMoment = (): RemoteRefusal =>
  new RemoteRefusal('VALIDATION_ERROR', 'The field that tells when a record changed holds no moment in some records.');

/** The partner repeats a page. */
export const samePage = (): RemoteTrouble =>
  new RemoteTrouble('The external system answers the same page again and again, whatever it is asked.');
