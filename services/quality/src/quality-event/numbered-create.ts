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
import { numberText, toSeries } from './number.ts';

/** The last number of each series; `_id` is the organisation, the type and the year. */
export const numberSeriesDefinition = defineCollection({
  name: 'number_series',
  shape: z.object({ _id: z.string(), org_id: z.string(), last: z.number().int(), version: z.number().int() }),
  indexes: [],
});

type Row = z.infer<typeof numberSeriesDefinition.shape>;

/**
 * Decides on a new quality event with the next number of its series. The number is taken in the commit of the event, so that
 * the series has no gaps and no duplicates; creations of one series are committed one after the other. Throws what `decide`
 * throws, and then no number is used.
 */
export type NumberedCreate = <Answer>(
  type: QualityEventType,
  call: Call,
  decide: (number: string) => Decision<Answer> | Promise<Decision<Answer>>,
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

  return (type, call, decide) => {
    const series = toSeries(type, call);
    const key = `${series.type}/${series.year}`;
    return unitOfWork.decide(call, { records: [`number-series/${key}`] }, async () => {
      const row = await read(call.actor.org_id, key);
      const last = row.last + 1;
      const { changes, ...decided } = await decide(numberText(series, last));
      return {
        ...decided,
        changes: [replace(rows, { ...row, last, version: row.version + 1 }, row.version), ...changes],
      };
    });
  };
};
