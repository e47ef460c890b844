import { evaluateResult } from '@qsc/certificate-extraction/evaluate-result';
import type { Certificate, CertificateData, Finding } from './certificate.queries.ts';
import { FIELD_NAMES, type FieldName, type Row, SURE } from './data-fields.ts';

/** What was typed over the values of a row; a status only where a person says it. */
export type RowEdit = { specification?: string; result?: string; status?: 'pass' | 'fail' | 'none' };

/** What was typed in a review before it is sent. */
export type ReviewDraft = {
  rows: Readonly<Record<number, RowEdit>>;
  fields: Readonly<Partial<Record<FieldName, string>>>;
  note: string;
  reason: string;
};

export const EMPTY_DRAFT: ReviewDraft = { rows: {}, fields: {}, note: '', reason: '' };

/** Why a row stands where it does in the list. */
export type Group = 'failing' | 'undecided' | 'doubtful' | 'rest';

const GROUPS: readonly Group[] = ['failing', 'undecided', 'doubtful', 'rest'];

export type ReviewRow = {
  index: number;
  /** As it is in the record. */
  row: Row;
  group: Group;
  /** As it will be. */
  specification: string | null;
  result: string | null;
  status: Row['status'];
  /** As they stand in their fields while they are typed. */
  typed: { specification: string; result: string };
  isChanged: boolean;
  /** Whether the certificate is valid with this row only if a note says why. */
  needsNote: 'failing' | 'undecided' | null;
};

const findGroup = ({ status, confidence }: Row): Group =>
  status === 'fail' ? 'failing' : status === null ? 'undecided' : confidence < SURE ? 'doubtful' : 'rest';

const evaluateText = (specification: string | null, result: string | null): Row['status'] =>
  specification === null || result === null ? null : evaluateResult(specification, result);

const textOr = (typed: string | undefined, otherwise: string | null): string | null =>
  typed === undefined ? otherwise : typed.trim() || null;

/** The rule of the service: by its status, by its texts where they were corrected, and where it failed before and does not pass now. */
const findNeed = (row: Row, after: Pick<ReviewRow, 'specification' | 'result' | 'status' | 'isChanged'>) => {
  const verdict = after.isChanged ? evaluateText(after.specification, after.result) : null;
  if (after.status === 'fail' || verdict === 'fail' || (row.status === 'fail' && verdict !== 'pass')) return 'failing';
  return after.status === null ? 'undecided' : null;
};

const reviewed = (row: Row, index: number, edit: RowEdit = {}): ReviewRow => {
  const specification = textOr(edit.specification, row.specification);
  // A result can be corrected, and not taken away.
  const result = textOr(edit.result, row.result) ?? row.result;
  const isTextChanged = specification !== row.specification || result !== row.result;
  const chosenStatus = edit.status === undefined ? undefined : edit.status === 'none' ? null : edit.status;
  const status =
    chosenStatus !== undefined ? chosenStatus : isTextChanged ? evaluateText(specification, result) : row.status;
  const isChanged = isTextChanged || status !== row.status;
  const after = { specification, result, status, isChanged };
  const typed = {
    specification: edit.specification ?? row.specification ?? '',
    result: edit.result ?? row.result ?? '',
  };
  return { index, row, group: findGroup(row), ...after, typed, needsNote: findNeed(row, after) };
};

/** The rows in the order in which they need a person: by what was read, so that none jumps while it is corrected. */
export const reviewRows = (rows: readonly Row[], draft: ReviewDraft): ReviewRow[] => {
  const all = rows.map((row, index) => reviewed(row, index, draft.rows[index]));
  return GROUPS.flatMap((group) => all.filter((row) => row.group === group));
};

/** The values that are members of the record too: what is confirmed here becomes that of the record. */
const RECORDED = ['batch_number', 'expiry_date'] as const;

const isRecorded = (name: FieldName): name is (typeof RECORDED)[number] => RECORDED.some((one) => one === name);

type Fields = Pick<CertificateData, FieldName>;

export type ReviewField = {
  name: FieldName;
  /** What the record says, else the document. */
  base: string | null;
  /** What the document says where the record says something else. */
  document: string | null;
  /** Whether the document's value is taken into the record, which has none. */
  isTaken: boolean;
  value: string | null;
  /** As it stands in its field while it is typed. */
  typed: string;
  isChanged: boolean;
};

/** The single values as they will be. */
export const reviewFields = (certificate: Certificate, draft: ReviewDraft): ReviewField[] =>
  FIELD_NAMES.map((name) => {
    const read: string | null = (certificate.extracted_data as Fields | null)?.[name] ?? null;
    const recorded = isRecorded(name) ? certificate[name] : null;
    const base = recorded ?? read;
    const value = textOr(draft.fields[name], base);
    return {
      name,
      base,
      document: recorded !== null && read !== null && recorded !== read ? read : null,
      isTaken: isRecorded(name) && recorded === null && value !== null,
      value,
      typed: draft.fields[name] ?? base ?? '',
      isChanged: value !== base,
    };
  });

type Overrides = NonNullable<Finding['overrides']>;

const rowOverride = ({ index, row, ...after }: ReviewRow, draft: ReviewDraft) => {
  const chosenStatus = draft.rows[index]?.status;
  const reason = draft.reason.trim();
  return {
    index,
    parameter: row.parameter,
    ...(after.specification === row.specification ? {} : { specification: after.specification }),
    ...(after.result === row.result || after.result === null ? {} : { result: after.result }),
    ...(chosenStatus === undefined ? {} : { status: after.status }),
    ...(reason ? { reason } : {}),
  };
};

/** What is sent: that the certificate is valid, the note, and the corrections. */
export const toFinding = (rows: readonly ReviewRow[], fields: readonly ReviewField[], draft: ReviewDraft): Finding => {
  const changed = rows.filter(({ isChanged }) => isChanged);
  const entries = fields
    .filter(({ isChanged, isTaken }) => isChanged || isTaken)
    .map(({ name, value }) => [name, value] as const);
  const overrides: Overrides = {
    ...(Object.fromEntries(entries) as Overrides),
    ...(changed.length > 0 ? { test_results: changed.map((row) => rowOverride(row, draft)) } : {}),
  };
  const notes = draft.note.trim();
  return {
    status: 'valid',
    ...(notes ? { notes } : {}),
    ...(Object.keys(overrides).length > 0 ? { overrides } : {}),
  };
};
