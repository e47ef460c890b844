import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { RemoteRecord, Source } from '../connector.ts';
import { type Clock, toClock as clockOfField, listColumns, readModifiedAt } from '../odata/clock.ts';
import { requireKey } from '../odata/key.ts';
import type { Shape } from '../odata/metadata.ts';
import type { ODataService } from '../odata/odata-service.ts';
import { buildFilter } from '../odata/query.ts';
import type { Entry, View } from '../odata/reader.ts';
import { toEtag } from '../odata/row.ts';

/** The clock of a source's records: the field that the connection names for changes. */
export const makeClockReader =
  (service: ODataService) =>
  async (source: Source): Promise<Clock> =>
    clockOfField((await service.metadata()).getShape(source.object), getChangeField(source));

/** How a source is read: its set, by the clock of its records. */
export const makeView =
  (service: ODataService, toClock: ReturnType<typeof makeClockReader>) =>
  async (source: Source): Promise<View> => {
    const shape = (await service.metadata()).getShape(source.object);
    const clock = await toClock(source);
    return {
      set: source.object,
      shape,
      ids: shape.keys,
      paths: [...source.fields, ...[...shape.keys, ...listColumns(clock)].map(({ name }) => name)],
      filters: source.filters.map((filter) => buildFilter('v4', shape, filter)),
      clocks: [{ clock, filters: [] }],
      timeless: clock.date.isNullable ? [`${clock.date.name} eq null`] : null,
      toRecord: (entry) => toRecord({ shape, clock }, entry),
    };
  };

const getChangeField = ({ changeField }: Source): string => {
  if (changeField !== null) return changeField;
  const message = 'Name the field that tells when a record changed, in sync_config.change_detection.field.';
  throw new RemoteRefusal('VALIDATION_ERROR', message);
};

const toRecord = ({ shape, clock }: { shape: Shape; clock: Clock }, { row, fields }: Entry): RemoteRecord => {
  const externalId = requireKey(shape.keys, fields);
  return { externalId, modifiedAt: readModifiedAt(clock, fields), etag: toEtag('v4', row), deleted: false, fields };
};
