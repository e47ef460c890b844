import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { RemoteRecord, Source } from '../connector.ts';
import { type Clock, clockOf as clockOfField, columnsOf, modifiedAtOf } from '../odata/clock.ts';
import { requireKey } from '../odata/key.ts';
import type { Shape } from '../odata/metadata.ts';
import type { ODataService } from '../odata/odata-service.ts';
import { filterOf } from '../odata/query.ts';
import type { Entry, View } from '../odata/reader.ts';
import { etagOf } from '../odata/row.ts';

/** The clock of a source's records: the field that the connection names for changes. */
export const makeClockOf =
  (service: ODataService) =>
  async (source: Source): Promise<Clock> =>
    clockOfField((await service.metadata()).shapeOf(source.object), changeFieldOf(source));

/** How a source is read: its set, by the clock of its records. */
export const makeView =
  (service: ODataService, clockOf: ReturnType<typeof makeClockOf>) =>
  async (source: Source): Promise<View> => {
    const shape = (await service.metadata()).shapeOf(source.object);
    const clock = await clockOf(source);
    return {
      set: source.object,
      shape,
      ids: shape.keys,
      paths: [...source.fields, ...[...shape.keys, ...columnsOf(clock)].map(({ name }) => name)],
      filters: source.filters.map((filter) => filterOf('v4', shape, filter)),
      clocks: [{ clock, filters: [] }],
      timeless: clock.date.isNullable ? [`${clock.date.name} eq null`] : null,
      recordOf: (entry) => recordOf({ shape, clock }, entry),
    };
  };

const changeFieldOf = ({ changeField }: Source): string => {
  if (changeField !== null) return changeField;
  const message = 'Name the field that tells when a record changed, in sync_config.change_detection.field.';
  throw new RemoteRefusal('VALIDATION_ERROR', message);
};

const recordOf = ({ shape, clock }: { shape: Shape; clock: Clock }, { row, fields }: Entry): RemoteRecord => {
  const externalId = requireKey(shape.keys, fields);
  return { externalId, modifiedAt: modifiedAtOf(clock, fields), etag: etagOf('v4', row), deleted: false, fields };
};
