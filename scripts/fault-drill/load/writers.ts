import { makeRandom, type Random } from '../random.ts';
import { replace, upload, validate } from './certificate-writes.ts';
import type { Promised, PromisedCertificate, PromisedSupplier } from './ledger.ts';
import type { Pacer } from './pacer.ts';
import { otherSide, type Pen } from './pen.ts';
import type { Case } from './quality-way.ts';
import { writeQuality } from './quality-writer.ts';
import { createBulk, createRecord, markBulk, markFromBothSides, raiseCounter } from './record-writes.ts';
import { assess, createSupplier, markByBothPaths, qualify } from './supplier-writes.ts';

type Parts = { pens: readonly Pen[]; pacer: Pacer; seed: number };

/** What this writer alone writes to, so that nobody else raises its counters or changes its states. */
type Own = {
  records: Promised[];
  suppliers: PromisedSupplier[];
  certificates: PromisedCertificate[];
  cases: Case[];
};

const WRITERS = 8;
const BULK_RECORDS = 5;
const KEPT = 40;

/** Writes until the pace says that there are no more. A write that fails for good is noted in its ledger. */
export const runWriters = async (parts: Parts): Promise<void> => {
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => runWriter(parts, index)));
};

const nothing = (): Own => ({ records: [], suppliers: [], certificates: [], cases: [] });

const runWriter = async ({ pens, pacer, seed }: Parts, index: number): Promise<void> => {
  const owned = pens[index % pens.length];
  if (owned === undefined) throw new Error('There is nobody to write for.');
  const pen = index % 2 === 0 ? owned : otherSide(owned);
  const random = makeRandom(seed * 1_000 + index);
  let own = nothing();
  for (let number = await pacer.take(); number !== null; number = await pacer.take()) {
    try {
      await writeOne(pen, { key: `drill-${seed}-${number}`, own, random });
      pen.ledger.acknowledged += 1;
    } catch (error) {
      pen.ledger.unfinished.push(error instanceof Error ? error.message : String(error));
      // What became of its last write is not known, so nothing can be expected of what it was about.
      own = nothing();
    }
    for (const kept of Object.values(own)) kept.splice(0, kept.length - KEPT);
    pacer.done();
  }
};

type Write = { key: string; own: Own; random: Random };

const RECORDS = 0.5;
const QUALITY = 0.75;
const SUPPLIERS = 0.92;

const writeOne = async (pen: Pen, write: Write): Promise<void> => {
  const dice = write.own.records.length < BULK_RECORDS ? 0 : write.random.next();
  if (dice < RECORDS) await writeRecord(pen, write);
  else if (dice < QUALITY) await writeQuality(pen, write);
  else if (dice < SUPPLIERS || write.own.suppliers.length === 0) await writeSupplier(pen, write);
  else await writeCertificate(pen, write);
};

const writeRecord = async (pen: Pen, { key, own: { records }, random }: Write): Promise<void> => {
  const dice = records.length < BULK_RECORDS ? 0 : random.next();
  if (dice < 0.4) records.push(await createRecord(pen, key));
  else if (dice < 0.7) await raiseCounter(pen, random.pick(records));
  else if (dice < 0.85) await markFromBothSides(pen, key, random.pick(records));
  else if (dice < 0.95) records.push(...(await createBulk(pen, key, BULK_RECORDS)));
  else await markBulk(pen, key, records.slice(-BULK_RECORDS));
};

const writeSupplier = async (pen: Pen, { key, own: { suppliers }, random }: Write): Promise<void> => {
  const dice = suppliers.length === 0 ? 0 : random.next();
  if (dice < 0.2) suppliers.push(await createSupplier(pen, key));
  else if (dice < 0.45) await markByBothPaths(pen, key, random.pick(suppliers));
  else if (dice < 0.8) await qualify(pen, key, random.pick(suppliers));
  else await assess(pen, key, { supplier: random.pick(suppliers), score: random.between(0, 100) });
};

const writeCertificate = async (pen: Pen, { key, own, random }: Write): Promise<void> => {
  const supplier = random.pick(own.suppliers);
  const pending = own.certificates.find(({ status }) => status === 'pending');
  const superseded = own.certificates.find(({ status }) => status === 'valid');
  const dice = random.next();
  if (dice >= 0.45 && pending) await validate(pen, key, pending);
  else if (dice >= 0.8 && superseded) own.certificates.push(await replace(pen, key, superseded));
  else own.certificates.push(await upload(pen, key, { supplier }));
};
