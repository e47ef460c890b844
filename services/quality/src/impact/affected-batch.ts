import { isVisible, normalizeText, uniqueKey } from '@qsc/contracts';
import type { Walked } from './graph.ts';

/** A batch; unknown values are null. `product` is the name of the product or component that it is a batch of. */
export type AffectedBatch = {
  batch_number: string;
  product: string | null;
  status: string | null;
  units: number | null;
};

/** A status in the form that it is compared in: lower case, with underscores for blanks and hyphens. */
export const normalizeStatus = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_')
    : '';

const RELEASED: ReadonlySet<string> = new Set(['released', 'distributed', 'shipped', 'dispatched', 'sold']);
const ENDED: ReadonlySet<string> = new Set(['rejected', 'destroyed', 'scrapped', 'recalled', 'returned']);

/** Whether a batch may have left the company. */
export const isReleased = ({ status }: AffectedBatch): boolean => RELEASED.has(normalizeStatus(status));

/** Whether a batch could still be released. */
export const isHeld = (batch: AffectedBatch): boolean =>
  batch.status !== null && !isReleased(batch) && !ENDED.has(normalizeStatus(batch.status));

/** A batch that a certificate names. */
export type CertifiedBatch = { batch_number: string; component_id: string | null };

type Sources = {
  walked: Walked;
  certified: readonly CertifiedBatch[];
  /** Those that the event's own impact assessment names. */
  named: readonly string[];
};

type Known = AffectedBatch & { ownerId: string | null };

const HAVE_BATCHES: ReadonlySet<string> = new Set(['component', 'product']);

const toBatchNumber = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && isVisible(value) ? normalizeText(value) : null;
};

/** The batches in `attributes.batches`. Values that are no batch are left out. */
const recordedBatches = (walked: Walked): Known[] =>
  [...walked.values()]
    .filter(({ entity }) => HAVE_BATCHES.has(entity.type) && Array.isArray(entity.attributes.batches))
    .flatMap(({ entity }) =>
      (entity.attributes.batches as unknown[]).flatMap((batch) => {
        const recorded = (typeof batch === 'object' && batch !== null ? batch : {}) as Record<string, unknown>;
        const batch_number = toBatchNumber(recorded.batch_number);
        if (batch_number === null) return [];
        const status = typeof recorded.status === 'string' ? recorded.status : null;
        const units = typeof recorded.units === 'number' ? recorded.units : null;
        return [{ batch_number, product: entity.name, status, units, ownerId: entity.id }];
      }),
    );

/** Merges two records of a batch. A released status wins, since a recall may depend on it; otherwise the first value counts. */
const together = (one: Known, other: Known): Known => ({
  ...one,
  status: isReleased(other) && !isReleased(one) ? other.status : (one.status ?? other.status),
  units: one.units ?? other.units,
});

const ownerName = (walked: Walked, id: string | null): string | null =>
  id === null ? null : (walked.get(id)?.entity.name ?? null);

const collator = new Intl.Collator('en', { numeric: true });

const byNumber = (one: AffectedBatch, other: AffectedBatch): number =>
  collator.compare(one.batch_number, other.batch_number) || collator.compare(one.product ?? '', other.product ?? '');

/**
 * The affected batches, from the records of components and products, certificates, and the event itself (decisions §4, "Quality
 * events"). Each batch of an item is listed once, with what is known of it.
 */
export const affectedBatches = ({ walked, certified, named }: Sources): AffectedBatch[] => {
  const known = new Map<string, Known>();
  const numbers = new Set<string>();
  const add = (batch: Known): void => {
    const key = JSON.stringify([uniqueKey(batch.batch_number), batch.ownerId]);
    const recorded = known.get(key);
    known.set(key, recorded ? together(recorded, batch) : batch);
    numbers.add(uniqueKey(batch.batch_number));
  };
  const bare = (batch_number: string, ownerId: string | null): Known => ({
    batch_number,
    ownerId,
    product: ownerName(walked, ownerId),
    status: null,
    units: null,
  });
  for (const batch of recordedBatches(walked)) add(batch);
  for (const { batch_number, component_id } of certified)
    if (component_id !== null) add(bare(batch_number, component_id));
  const unowned = [...certified.map(({ batch_number }) => batch_number), ...named];
  for (const number of unowned) if (!numbers.has(uniqueKey(number))) add(bare(number, null));
  return [...known.values()].map(({ ownerId: _owner, ...batch }) => batch).toSorted(byNumber);
};
