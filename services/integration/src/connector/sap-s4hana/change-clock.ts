import { type Clock, listColumns, readModifiedAt, toClock } from '../odata/clock.ts';
import type { Shape } from '../odata/metadata.ts';
import type { View } from '../odata/reader.ts';

/** S/4HANA's names for it, the exact one first. */
const CHANGE_FIELDS = ['LastChangeDateTime', 'LastChangeDate'];

/** The date of the last change, and the one of creation that counts for what never changed and has no other. */
export type ChangeClock = { changed: Clock; created: Clock | null };

/** The field of a set with the time of the last change: the connection's, else that of S/4HANA; null where there is none. */
export const getChangeField = (shape: Shape, named: string | null): string | null =>
  [...(named === null ? [] : [named]), ...CHANGE_FIELDS].find((field) => shape.properties.has(field)) ?? null;

/** Throws `VALIDATION_ERROR` for a field that is no date. */
export const toChangeClock = (shape: Shape, field: string): ChangeClock => {
  const creation = field.replace(/^LastChange/, 'Creation');
  const hasCreation = creation !== field && shape.properties.has(creation);
  return { changed: toClock(shape, field), created: hasCreation ? toClock(shape, creation) : null };
};

/** Changed records by one date, unchanged ones by the other. The first change of a record puts it into the other stream. */
export const dated = ({ changed, created }: ChangeClock): Pick<View, 'clocks' | 'timeless'> => {
  const everChanged = { clock: changed, filters: [] };
  if (!changed.date.isNullable) return { clocks: [everChanged], timeless: null };
  const never = `${changed.date.name} eq null`;
  if (!created) return { clocks: [everChanged], timeless: [never] };
  const isAlwaysDated = !created.date.isNullable;
  return {
    clocks: [{ clock: created, filters: [never] }, everChanged],
    timeless: isAlwaysDated ? null : [never, `${created.date.name} eq null`],
  };
};

export const readChangedAt = (
  { changed, created }: ChangeClock,
  fields: Readonly<Record<string, unknown>>,
): string | null => readModifiedAt(changed, fields) ?? (created && readModifiedAt(created, fields));

export const listClockFields = ({ changed, created }: ChangeClock): string[] =>
  [changed, created].flatMap((clock) => (clock ? listColumns(clock) : [])).map(({ name }) => name);
