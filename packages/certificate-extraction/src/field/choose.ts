import type { Box } from '../page.ts';
import { type CertificateFields, FIELD_NAMES, type FieldName } from '../result.ts';
import type { DecidedOrder } from '../value/date-order.ts';
import type { Candidate } from './candidate.ts';
import { isDateField } from './field-value.ts';

/** The single fields of a document, how sure each one is (0 to 1), what contradicts itself, and dates that cannot be. */
export type ReadFields = {
  fields: CertificateFields;
  confidence: Partial<Record<FieldName, number>>;
  /** Where the values stand, by page and box on it. */
  boxes: Partial<Record<FieldName, { page: number; box: Box }>>;
  warnings: string[];
  impossible: FieldName[];
};

/** What was decided for one field. */
type Choice = { value: string | null; confidence: number; first?: Candidate; warning?: string };

// Columns of heats or lots say nothing against a batch that a clearly surer label names.
const SURER = 0.06;

type Group = { value: string; weight: number; confidence: number; count: number; first: Candidate };

/** No field at all. */
export function noFields(): CertificateFields {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, null])) as CertificateFields;
}

/** Chooses the value of each field among its candidates. */
export function decide(candidates: readonly Candidate[], decided: DecidedOrder): ReadFields {
  const fields = noFields();
  const confidence: ReadFields['confidence'] = {};
  const boxes: ReadFields['boxes'] = {};
  const warnings: string[] = decided.mixed ? ['dates in both orders of day and month'] : [];
  for (const field of FIELD_NAMES) {
    const choice = choose(field, candidates);
    if (choice?.warning) warnings.push(choice.warning);
    if (!choice?.value) continue;
    fields[field] = choice.value;
    if (choice.first?.box) boxes[field] = { page: choice.first.page, box: choice.first.box };
    const isOpen = isDateField(field) && isEitherOrder(choice.value, decided);
    confidence[field] = round(choice.confidence * (isOpen ? (decided.hinted ? HINTED : UNDECIDED) : 1));
    if (isOpen && !decided.hinted)
      warnings.push(`${field}: ${choice.value}, day first; nothing says whether the day or the month is printed first`);
  }
  const impossible = impossibleDates(fields);
  for (const field of impossible) confidence[field] = Math.min(confidence[field] ?? 0, 0.4);
  return { fields, confidence, boxes, warnings, impossible };
}

const HINTED = 0.85;
const UNDECIDED = 0.45;

/** True for a date that would be another one in the other order, which nothing printed decides for sure. */
function isEitherOrder(value: string, decided: DecidedOrder): boolean {
  const isAmbiguous = Number(value.slice(8)) <= 12 && value.slice(8) !== value.slice(5, 7);
  return isAmbiguous && !decided.sure && decided.ambiguous;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The value that the strongest labels give; where equally strong ones contradict each other, the first with low confidence. */
function choose(field: FieldName, candidates: readonly Candidate[]): Choice | undefined {
  const own = candidates.filter((candidate) => candidate.field === field);
  const groups = groupByValue(own.filter(({ several, impossible }) => !several && !impossible));
  const [best] = [...groups].sort((a, b) => rank(b) - rank(a) || order(field, a, b));
  const wrong = own.find(({ impossible, weight }) => impossible && (!best || weight >= best.weight));
  if (wrong) return { value: null, confidence: 0, warning: `${field}: there is no day "${wrong.value}"` };
  const several = own.filter((candidate) => candidate.several);
  if (several.some(({ weight }) => !best || weight > best.weight - SURER)) {
    return { value: null, confidence: 0, warning: `${field}: several batches` };
  }
  if (!best) return undefined;
  const confidence = best.count > 1 ? 1 - (1 - best.confidence) * 0.75 : best.confidence;
  const rival = groups.find(
    (group) => group !== best && Math.abs(group.weight - best.weight) < 0.01 && group.weight > 0.6,
  );
  if (!rival) return { value: best.value, confidence, first: best.first };
  return {
    value: best.value,
    first: best.first,
    confidence: Math.min(confidence, 0.6),
    warning: `${field}: several values (${best.value}, ${rival.value})`,
  };
}

// Weight first: a label that names the field exactly beats a better placed one that only may.
function rank(group: Group): number {
  return Math.round(group.weight * 50) + group.confidence / 10;
}

function order(field: FieldName, a: Group, b: Group): number {
  if (field === 'issue_date' && a.weight <= 0.8) return a.value < b.value ? 1 : -1;
  return a.first.page - b.first.page || a.first.y - b.first.y;
}

function groupByValue(candidates: readonly Candidate[]): Group[] {
  const groups = new Map<string, Group>();
  for (const candidate of candidates) {
    const key = candidate.value.toLowerCase().replace(/[\s,.]+/g, '');
    const group = groups.get(key) ?? beginsAlike(groups, key, candidate);
    if (!group) {
      const { value, weight, confidence } = candidate;
      groups.set(key, { value, weight, confidence, count: 1, first: candidate });
      continue;
    }
    group.count += 1;
    group.weight = Math.max(group.weight, candidate.weight);
    group.confidence = Math.max(group.confidence, candidate.confidence);
  }
  return [...groups.values()];
}

// A number that was broken at the end of a line is the beginning of the whole one.
function beginsAlike(groups: ReadonlyMap<string, Group>, key: string, { field, value }: Candidate): Group | undefined {
  if ((field !== 'batch_number' && field !== 'certificate_number') || key.length < 6) return undefined;
  const [, group] = [...groups].find(([other]) => other.startsWith(key) || key.startsWith(other)) ?? [];
  if (group && value.length > group.value.length) group.value = value;
  return group;
}

/** Dates that cannot be (expiry before manufacture) lose confidence; returns the names of those. */
function impossibleDates(fields: CertificateFields): FieldName[] {
  const { manufacturing_date: made, expiry_date: expiry, retest_date: retest, issue_date: issued } = fields;
  const wrong = new Set<FieldName>();
  const demand = (earlier: string | null, later: string | null, names: readonly FieldName[]) => {
    if (earlier && later && earlier > later) for (const name of names) wrong.add(name);
  };
  demand(made, expiry, ['manufacturing_date', 'expiry_date']);
  demand(made, retest, ['manufacturing_date', 'retest_date']);
  demand(made, issued, ['manufacturing_date', 'issue_date']);
  return [...wrong];
}
