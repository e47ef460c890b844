import { isSameParameter, isSameValue, listSpellings } from './match-value.ts';
import { similarity, squeezeText } from './normal-text.ts';
import type { Accepted, TruthRow } from './truth.ts';

/** A row as the extraction read it. */
export type FoundRow = {
  parameter: string;
  specification: string | null;
  result: string;
  status: string | null;
  confidence: number;
  unit?: string | undefined;
  section?: string | undefined;
  sample?: string | undefined;
};

/**
 * A row of the truth beside the row that was read for it. `right`: parameter and result; `rightInFull`: specification and
 * status too.
 */
export type RowPair = { truth: TruthRow; found: FoundRow; right: boolean; rightInFull: boolean };

/**
 * How the rows of one document stand to its truth: paired, in the truth only, read only. `optional` holds the rightly read
 * rows that need not be read; misread ones are as good as invented.
 */
export type RowMatch = { pairs: RowPair[]; optional: RowPair[]; missing: TruthRow[]; invented: FoundRow[] };

const LEAST_SIMILARITY = 0.75;
const WEIGHT = {
  sameParameter: 8,
  likeParameter: 4,
  result: 3,
  sample: 1,
  section: 1,
  specification: 1,
  required: 1,
  order: 0.5,
};

const isSameStatus = (truth: string | null | undefined, found: string | null): boolean =>
  truth === undefined || (truth?.toLowerCase() ?? null) === found;

const isSameSpecification = (truth: TruthRow, found: FoundRow): boolean =>
  truth.specification === undefined ||
  isSameValue({ value: truth.specification, unit: truth.unit }, { value: found.specification, unit: found.unit });

const isSameResult = (truth: TruthRow, found: FoundRow): boolean =>
  isSameValue({ value: truth.result, unit: truth.unit }, { value: found.result, unit: found.unit });

const isSameText = (accepted: Accepted, found: string | undefined): boolean =>
  listSpellings(accepted).some((spelling) => squeezeText(spelling) === squeezeText(found ?? ''));

const evaluate = (truth: TruthRow, found: FoundRow): RowPair => {
  const right = isSameParameter(truth.parameter, found.parameter) && isSameResult(truth, found);
  const rightInFull = right && isSameSpecification(truth, found) && isSameStatus(truth.status, found.status);
  return { truth, found, right, rightInFull };
};

const likeness = (truth: TruthRow, found: FoundRow): number => {
  if (isSameParameter(truth.parameter, found.parameter)) return WEIGHT.sameParameter;
  const read = squeezeText(found.parameter);
  const best = Math.max(
    0,
    ...listSpellings(truth.parameter).map((spelling) => similarity(squeezeText(spelling), read)),
  );
  return best < LEAST_SIMILARITY ? 0 : best * WEIGHT.likeParameter;
};

const closeness = (truth: TruthRow, found: FoundRow): number => {
  const name = likeness(truth, found);
  if (name === 0) return 0;
  return (
    name +
    Number(isSameResult(truth, found)) * WEIGHT.result +
    Number(isSameText(truth.sample, found.sample)) * WEIGHT.sample +
    Number(isSameText(truth.section, found.section)) * WEIGHT.section +
    Number(isSameSpecification(truth, found)) * WEIGHT.specification +
    Number(!truth.optional) * WEIGHT.required
  );
};

type Candidate = { truthAt: number; foundAt: number; weight: number };

const findCandidates = (truth: readonly TruthRow[], found: readonly FoundRow[]): Candidate[] => {
  const candidates = truth.flatMap((row, truthAt) =>
    found.map((read, foundAt) => {
      const apart = Math.abs(truthAt / truth.length - foundAt / found.length);
      const weight = closeness(row, read);
      return { truthAt, foundAt, weight: weight && weight - apart * WEIGHT.order };
    }),
  );
  return candidates.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
};

/** Pairs each row with at most one other, the most alike first; rows of the same name by result, sample, section and order. */
export const matchRows = (truth: readonly TruthRow[], found: readonly FoundRow[]): RowMatch => {
  const foundFor = new Map<TruthRow, FoundRow>();
  const taken = new Set<FoundRow>();
  for (const { truthAt, foundAt } of findCandidates(truth, found)) {
    const [row, read] = [truth[truthAt], found[foundAt]];
    if (!row || !read || foundFor.has(row) || taken.has(read)) continue;
    foundFor.set(row, read);
    taken.add(read);
  }
  const all = [...foundFor].map(([row, read]) => evaluate(row, read));
  const misread = new Set(all.filter((pair) => pair.truth.optional && !pair.right).map((pair) => pair.found));
  return {
    pairs: all.filter((pair) => !pair.truth.optional),
    optional: all.filter((pair) => pair.truth.optional && pair.right),
    missing: truth.filter((row) => !foundFor.has(row) && !row.optional),
    invented: found.filter((read) => !taken.has(read) || misread.has(read)),
  };
};
