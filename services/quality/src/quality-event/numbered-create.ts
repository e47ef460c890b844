import type { QualityEventType } from '@qsc/contracts';
import {
  type Call,
  type Collection,
  type Decision,
  DuplicateKey,
  defineCollection,
  insert,
  replace,
  type UnitOfWork,
} from '@qsc/service-kit';
import { z } from 'zod';
import { type NumberSeries, numberText, toSeries } from './number.ts';

/** The last number of each series; `_id` is the organisation, the type and the year. */
export const numberSeriesDefinition = defineCollection({
  name: 'number_series',
  shape: z.object({ _id: z.string(), org_id: z.string(), last: z.number().int(), version: z.number().int() }),
  indexes: [],
});

type Row = z.infer<typeof numberSeriesDefinition.shape>;

/** Gives a new event the next number of its type's series, which is used unless `decide` throws. Throws what that throws. */
export type AssignNumber = <Decided>(type: QualityEventType, decide: (number: string) => Decided) => Decided;

/**
 * Decides on new quality events with the next numbers of their series. Numbers are taken in the commit of the events, so that
 * the series have no gaps and no duplicates; creations of one series are committed one after the other. Throws what `decide`
 * throws, and then no number is used.
 */
export type NumberedCreate = <Answer>(
  types: readonly QualityEventType[],
  call: Call,
  decide: (assign: AssignNumber) => Decision<Answer> | Promise<Decision<Answer>>,
) => Promise<Answer>;

type Parts = { rows: Collection<Row>; unitOfWork: Pick<UnitOfWork, 'commit' | 'decide'> };

/** Assigns numbers in the commit of the new event. */
export const makeNumberedCreate = ({ rows, unitOfWork }: Parts): NumberedCreate => {
  const startSeries = async (row: Row): Promise<void> => {
    try {
      await unitOfWork.commit([insert(rows, row)], []);
    } catch (error) {
      // Another replica has created the series.
      if (!(error instanceof DuplicateKey)) throw error;
    }
  };

  const read = async (org_id: string, key: string): Promise<Row> => {
    const _id = `${org_id}/${key}`;
    const row = await rows.findOne({ org_id, _id });
    if (row) return row;
    await startSeries({ _id, org_id, last: 0, version: 1 });
    return read(org_id, key);
  };

  return (types, call, decide) => {
    const keys = new Map([...new Set(types)].map((type) => [type, toSeriesKey(toSeries(type, call))]));
    const records = [...keys.values()].map((key) => `number-series/${key}`);
    return unitOfWork.decide(call, { records }, async () => {
      const found = await Promise.all(
        [...keys].map(async ([type, key]) => [type, await read(call.actor.org_id, key)] as const),
      );
      const last = new Map(found.map(([type, row]) => [type, row.last]));
      const assign: AssignNumber = (type, decideOn) => {
        const number = (last.get(type) ?? 0) + 1;
        const numbered = decideOn(numberText(toSeries(type, call), number));
        last.set(type, number);
        return numbered;
      };
      const { changes, ...decided } = await decide(assign);
      const used = found.flatMap(([type, row]) => {
        const number = last.get(type) ?? row.last;
        return number === row.last
          ? []
          : [replace(rows, { ...row, last: number, version: row.version + 1 }, row.version)];
      });
      return { ...decided, changes: [...used, ...changes] };
    });
  };
};

const toSeriesKey = ({ type, year }: NumberSeries): string => `${type}/${year}`;
