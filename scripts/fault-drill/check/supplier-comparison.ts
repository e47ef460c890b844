import { isDeepStrictEqual } from 'node:util';
import type { PromisedSupplier } from '../load/ledger.ts';
import type { Breaches } from './rules.ts';
import type { Stored, StoredSupplier } from './stored.ts';

/** Compares the suppliers of one organisation: record, list, qualifications, assessments and audit entries. */
export const compareSuppliers = (
  promised: readonly PromisedSupplier[],
  stored: Stored,
): Required<Pick<Breaches, 'applied' | 'suppliers' | 'qualified' | 'assessed'>> => {
  const known = new Map(stored.suppliers.map((supplier) => [supplier.id, supplier]));
  return {
    applied: promised.flatMap((one) => misapplied(one, known.get(one.record.id))),
    suppliers: differences(stored),
    qualified: promised.flatMap((one) => misqualified(one, stored)),
    assessed: promised.flatMap((one) => misassessed(one, stored)),
  };
};

const misapplied = (promised: PromisedSupplier, found: StoredSupplier | undefined): string[] => {
  if (found === undefined) return [];
  const { status, scores } = promised;
  const riskScore = scores.at(-1) ?? null;
  const isRight = found.status === status && found.riskScore === riskScore;
  return isRight ? [] : [`${found.id}: ${found.status}, risk ${found.riskScore} instead of ${status}, ${riskScore}`];
};

const differences = ({ suppliers, listed }: Stored): string[] => {
  const rows = new Map(listed.map((row) => [row.id, row]));
  const ids = new Set(suppliers.map(({ id }) => id));
  return [
    ...suppliers
      .filter((supplier) => !isDeepStrictEqual(supplier, rows.get(supplier.id)))
      .map((supplier) => `${JSON.stringify(supplier)} is listed as ${JSON.stringify(rows.get(supplier.id) ?? null)}`),
    ...listed.filter(({ id }) => !ids.has(id)).map(({ id }) => `${id} is not there`),
  ];
};

const misqualified = (
  { record, qualifications }: PromisedSupplier,
  { qualifications: all, entries }: Stored,
): string[] => {
  const found = all.filter(({ supplierId }) => supplierId === record.id);
  const missing = qualifications.filter(
    ({ id, status }) => found.filter((one) => one.id === id && one.status === status).length !== 1,
  );
  const transitions = entries.filter(({ entityId, action }) => entityId === record.id && action === 'transition');
  return [
    ...missing.map(({ id, status }) => `${record.id}: ${id} to ${status}`),
    ...unequal(`${record.id}: qualifications`, found.length, qualifications.length),
    ...unequal(`${record.id}: transitions`, transitions.length, qualifications.length),
  ];
};

const misassessed = ({ record, scores }: PromisedSupplier, { assessments }: Stored): string[] => {
  const found = assessments.filter(({ supplierId }) => supplierId === record.id).map(({ score }) => score);
  const inOrder = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other);
  return isDeepStrictEqual(inOrder(found), inOrder(scores))
    ? []
    : [`${record.id}: the scores ${found.join(', ')} instead of ${scores.join(', ')}`];
};

const unequal = (what: string, found: number, promised: number): string[] =>
  found === promised ? [] : [`${what} ${found} instead of ${promised}`];
