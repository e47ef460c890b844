import { makeRandom, type Random } from '../random.ts';
import type { Promised } from './ledger.ts';
import type { Pace } from './pace.ts';
import { createBulk, createRecord, markBulk, markFromBothSides, type Pen, raiseCounter } from './writes.ts';

type Parts = { pens: readonly Pen[]; pace: Pace; seed: number };

const WRITERS = 8;
const BULK_RECORDS = 5;
const KEPT_RECORDS = 40;

/** Writes until the pace says that there are no more. A write that fails for good is noted in its ledger. */
export const runWriters = async (parts: Parts): Promise<void> => {
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => runWriter(parts, index)));
};

const runWriter = async ({ pens, pace, seed }: Parts, index: number): Promise<void> => {
  const owned = pens[index % pens.length];
  if (owned === undefined) throw new Error('There is nobody to write for.');
  const [one, other] = owned.apis;
  const pen: Pen = index % 2 === 0 ? owned : { ...owned, apis: [other, one] };
  const random = makeRandom(seed * 1_000 + index);
  // Records of this writer alone, so that nobody else raises their counters.
  const own: Promised[] = [];
  for (let number = await pace.take(); number !== null; number = await pace.take()) {
    try {
      await writeOne(pen, { key: `drill-${seed}-${number}`, own, random });
      pen.ledger.acknowledged += 1;
    } catch (error) {
      pen.ledger.unfinished.push(error instanceof Error ? error.message : String(error));
      // What became of their last write is not known, so nothing can be expected of them.
      own.splice(0);
    }
    own.splice(0, own.length - KEPT_RECORDS);
    pace.done();
  }
};

type Write = { key: string; own: Promised[]; random: Random };

const writeOne = async (pen: Pen, { key, own, random }: Write): Promise<void> => {
  const dice = own.length < BULK_RECORDS ? 0 : random.next();
  if (dice < 0.4) own.push(await createRecord(pen, key));
  else if (dice < 0.7) await raiseCounter(pen, random.pick(own));
  else if (dice < 0.85) await markFromBothSides(pen, key, random.pick(own));
  else if (dice < 0.95) own.push(...(await createBulk(pen, key, BULK_RECORDS)));
  else await markBulk(pen, key, own.slice(-BULK_RECORDS));
};
