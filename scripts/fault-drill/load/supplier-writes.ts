import { noteRecord, type PromisedSupplier } from './ledger.ts';
import { type Pen, postOnce } from './pen.ts';
import { markAtOnce } from './record-writes.ts';

/** The round that a supplier goes, each step a qualification. */
const NEXT_STATUS: Readonly<Record<string, string>> = {
  new: 'evaluation',
  evaluation: 'qualified',
  qualified: 'conditional',
  conditional: 'suspended',
  suspended: 'evaluation',
};

/** Creates a supplier; its name and its code are the idempotency key. Resolves when it is acknowledged. */
export const createSupplier = async (pen: Pen, key: string): Promise<PromisedSupplier> => {
  const attributes = { country: 'DE', region: 'EMEA', categories: ['excipient'], counter: 0 };
  const body = { name: key, supplier_code: key, attributes };
  const { data } = (await postOnce(pen, { path: '/v1/suppliers', key, body })) as { data: { id: string } };
  const record = noteRecord(pen.ledger, { id: data.id, orgId: pen.orgId, name: key });
  const supplier: PromisedSupplier = { record, status: 'new', qualifications: [], scores: [] };
  pen.ledger.suppliers.set(data.id, supplier);
  return supplier;
};

/** Sets two attributes of a supplier at the same time, one through each gateway and each of the two APIs that change it. */
export const markByBothPaths = (pen: Pen, key: string, { record }: PromisedSupplier): Promise<void> =>
  markAtOnce(pen, key, { record, paths: [`/v1/suppliers/${record.id}`, `/v1/entities/${record.id}`] });

type Qualified = { data: { qualification: { id: string; status: string } } };

/** Takes a supplier one step further on its round. Only one may qualify a supplier at a time. */
export const qualify = async (pen: Pen, key: string, supplier: PromisedSupplier): Promise<void> => {
  const status = NEXT_STATUS[supplier.status] ?? 'evaluation';
  const body = {
    status,
    effective_date: new Date().toISOString().slice(0, 10),
    reason: key,
    ...(status === 'conditional' ? { conditions: ['Every batch is tested'] } : {}),
  };
  const path = `/v1/suppliers/${supplier.record.id}/qualification`;
  const { data } = (await postOnce(pen, { path, key, body }, 200)) as Qualified;
  if (data.qualification.status !== status) throw new Error(`${key} asked for ${status}: ${JSON.stringify(data)}`);
  supplier.status = status;
  supplier.qualifications.push({ id: data.qualification.id, status });
  supplier.record.version += 1;
};

/** Assesses a supplier by one factor, so that the score is that factor's. Only one may assess a supplier at a time. */
export const assess = async (
  pen: Pen,
  key: string,
  { supplier, score }: { supplier: PromisedSupplier; score: number },
): Promise<void> => {
  const body = {
    assessment_date: new Date().toISOString().slice(0, 10),
    factors: [{ category: 'quality_history', score, details: key }],
  };
  const path = `/v1/suppliers/${supplier.record.id}/risk`;
  const { data } = (await postOnce(pen, { path, key, body })) as { data: { risk_score: number } };
  if (data.risk_score !== score) throw new Error(`${key} gave the score ${score}: ${JSON.stringify(data)}`);
  supplier.scores.push(score);
  supplier.record.version += 1;
};
