import type { QualityEventType } from '@qsc/contracts';
import {
  type Call,
  type Collection,
  type Decision,
  DuplicateKey,
  defineCollection,
  insert,
  replace,
  type Shared,
  type UnitOfWork,
} from '@qsc/service-kit';
import { z } from 'zod';
import { type NumberSeries, numberText, seriesOf } from './number.ts';

/** How many numbers of a series were given out; `_id` is the organisation, the type and the year. */
export const numberSeriesDefinition = defineCollection({
  name: 'number_series',
  shape: z.object({ _id: z.string(), org_id: z.string(), last: z.number().int(), version: z.number().int() }),
  indexes: [],
});

type Row = z.infer<typeof numberSeriesDefinition.shape>;

/**
 * Decides on a new quality event that gets the next number of its series. The number is taken in the commit of the event, so
 * that none is missing or there twice, whatever is refused or dies; creations that wait share a commit and thereby the series.
 * Throws what `decide` throws, and then no number is used.
 */
export type NumberedCreate = <Answer>(
  type: QualityEventType,
  call: Call,
  decide: (number: string) => Decision<Answer> | Promise<Decision<Answer>>,
) => Promise<Answer>;

type Parts = { rows: Collection<Row>; unitOfWork: Pick<UnitOfWork, 'commit' | 'decideTogether'> };

/** The desk at which numbers are given out. */
export const makeNumberDesk = ({ rows, unitOfWork }: Parts): NumberedCreate => {
  const begin = async (row: Row): Promise<void> => {
    try {
      await unitOfWork.commit([insert(rows, row)], []);
    } catch (error) {
      // Another replica has begun it.
      if (!(error instanceof DuplicateKey)) throw error;
    }
  };

  const read = async (org_id: string, key: string): Promise<Row> => {
    const _id = `${org_id}/${key}`;
    const row = await rows.findOne({ org_id, _id });
    if (row) return row;
    await begin({ _id, org_id, last: 0, version: 1 });
    return read(org_id, key);
  };

  const sharedOf = (orgId: string, { type, year }: NumberSeries): Shared<Row> => {
    const key = `${type}/${year}`;
    return {
      key,
      read: () => read(orgId, key),
      write: (before, after) =>
        after.last === before.last ? [] : [replace(rows, { ...after, version: before.version + 1 }, before.version)],
    };
  };

  return (type, call, decide) => {
    const series = seriesOf(type, call);
    return unitOfWork.decideTogether(call, sharedOf(call.actor.org_id, series), async (row) => {
      const last = row.last + 1;
      return { state: { ...row, last }, decision: await decide(numberText(series, last)) };
    });
  };
};
