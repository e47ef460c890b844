import { isVisible, normalizeText, uniqueKey } from '@qsc/contracts';
import type { Walked } from './graph.ts';

/** A batch; what nobody has told of it is null. `product` is the name of the product or component that it is one of. */
export type AffectedBatch = {
  batch_number: string;
  product: string | null;
  status: string | null;
  units: number | null;
};

/** A word as people write it in a status: in any case, with blanks, hyphens or underscores. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_')
    : '';

const RELEASED: ReadonlySet<string> = new Set(['released', 'distributed', 'shipped', 'dispatched', 'sold']);
const ENDED: ReadonlySet<string> = new Set(['rejected', 'destroyed', 'scrapped', 'recalled', 'returned']);

/** Whether a batch may have left the company's hands. */
export const isReleased = ({ status }: AffectedBatch): boolean => RELEASED.has(wordOf(status));

/** Whether a batch could still be released. */
export const isHeld = (batch: AffectedBatch): boolean =>
  batch.status !== null && !isReleased(batch) && !ENDED.has(wordOf(batch.status));

/** A batch that a certificate tells of. */
export type CertifiedBatch = { batch_number: string; component_id: string | null };

type Sources = {
  walked: Walked;
  certified: readonly CertifiedBatch[];
  /** Those that the event's own impact assessment names. */
  named: readonly string[];
};

type Known = AffectedBatch & { ownerId: string | null };

const HAVE_BATCHES: ReadonlySet<string> = new Set(['component', 'product']);

const numberOf = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && isVisible(value) ? normalizeText(value) : null;
};

/** `attributes.batches` as people keep it: what is no batch is left out. */
const recordedBatches = (walked: Walked): Known[] =>
  [...walked.values()]
    .filter(({ entity }) => HAVE_BATCHES.has(entity.type) && Array.isArray(entity.attributes.batches))
    .flatMap(({ entity }) =>
      (entity.attributes.batches as unknown[]).flatMap((batch) => {
        const told = (typeof batch === 'object' && batch !== null ? batch : {}) as Record<string, unknown>;
        const batch_number = numberOf(told.batch_number);
        if (batch_number === null) return [];
        const status = typeof told.status === 'string' ? told.status : null;
        const units = typeof told.units === 'number' ? told.units : null;
        return [{ batch_number, product: entity.name, status, units, ownerId: entity.id }];
      }),
    );

/** A batch that is told of twice: that it was released counts, since a recall may hang on it; else what was told first. */
const together = (one: Known, other: Known): Known => ({
  ...one,
  status: isReleased(other) && !isReleased(one) ? other.status : (one.status ?? other.status),
  units: one.units ?? other.units,
});

const nameOf = (walked: Walked, id: string | null): string | null =>
  id === null ? null : (walked.get(id)?.entity.name ?? null);

const collator = new Intl.Collator('en', { numeric: true });

const byNumber = (one: AffectedBatch, other: AffectedBatch): number =>
  collator.compare(one.batch_number, other.batch_number) || collator.compare(one.product ?? '', other.product ?? '');

/**
 * The batches that are affected, from the records of components and products, certificates, and the event itself (decisions §4,
 * "Quality events"): each once for what it is one of, with what is known of it.
 */
export const affectedBatches = ({ walked, certified, named }: Sources): AffectedBatch[] => {
  const known = new Map<string, Known>();
  const numbers = new Set<string>();
  const add = (batch: Known): void => {
    const key = JSON.stringify([uniqueKey(batch.batch_number), batch.ownerId]);
    const told = known.get(key);
    known.set(key, told ? together(told, batch) : batch);
    numbers.add(uniqueKey(batch.batch_number));
  };
  const bare = (batch_number: string, ownerId: string | null): Known => ({
    ...{ batch_number, ownerId, product: nameOf(walked, ownerId) },
    ...{ status: null, units: null },
  });
  for (const batch of recordedBatches(walked)) add(batch);
  for (const { batch_number, component_id } of certified)
    if (component_id !== null) add(bare(batch_number, component_id));
  const unowned = [...certified.map(({ batch_number }) => batch_number), ...named];
  for (const number of unowned) if (!numbers.has(uniqueKey(number))) add(bare(number, null));
  return [...known.values()].map(({ ownerId: _owner, ...batch }) => batch).toSorted(byNumber);
};
