import { type Clock, clockOf, columnsOf, modifiedAtOf } from '../odata/clock.ts';
import type { Shape } from '../odata/metadata.ts';
import type { View } from '../odata/reader.ts';

/** S/4HANA's names for it, the exact one first. */
const CHANGE_FIELDS = ['LastChangeDateTime', 'LastChangeDate'];

/** The date of the last change, and the one of creation that counts for what never changed and has no other. */
export type ChangeClock = { changed: Clock; created: Clock | null };

/** The field of a set that tells of changes: the connection's, else S/4HANA's own; null where the set has none. */
export const changeFieldOf = (shape: Shape, named: string | null): string | null =>
  [...(named === null ? [] : [named]), ...CHANGE_FIELDS].find((field) => shape.properties.has(field)) ?? null;

/** Throws `VALIDATION_ERROR` for a field that is no date. */
export const changeClockOf = (shape: Shape, field: string): ChangeClock => {
  const creation = field.replace(/^LastChange/, 'Creation');
  const hasCreation = creation !== field && shape.properties.has(creation);
  return { changed: clockOf(shape, field), created: hasCreation ? clockOf(shape, creation) : null };
};

/** What has changed by the one date, and what never did by the other. A record that changes for the first time moves over. */
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

export const changedAtOf = (
  { changed, created }: ChangeClock,
  fields: Readonly<Record<string, unknown>>,
): string | null => modifiedAtOf(changed, fields) ?? (created && modifiedAtOf(created, fields));

export const clockFieldsOf = ({ changed, created }: ChangeClock): string[] =>
  [changed, created].flatMap((clock) => (clock ? columnsOf(clock) : [])).map(({ name }) => name);
