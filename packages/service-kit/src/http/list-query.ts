import { z } from 'zod';
import { Paging } from './answer.ts';

/** The most values that one filter takes. */
const LISTED_VALUES = 50;

/** The paging and order that lists take; `-` before a field for descending, newest first by default. */
export const listQuery = <Field extends string>(fields: readonly Field[]) => ({
  ...Paging,
  sort: z
    .enum(
      fields.flatMap((field): string[] => [field, `-${field}`]),
      `Sort by one of ${fields.join(', ')}, with - for descending`,
    )
    .default('-created_at')
    .meta({
      description: `The order: one of ${fields.map((field) => `\`${field}\``).join(', ')}, with \`-\` before it for descending.`,
    }),
});

/** The paging and order of a list that goes by one field, which rises with time; newest first by default. */
export const timeline = (field: string) => ({
  ...Paging,
  sort: z
    .enum([field, `-${field}`])
    .default(`-${field}`)
    .meta({ description: 'Oldest or newest first.' }),
});

/** The direction of an order as a query states it. */
export const toDirection = (sort: string): 1 | -1 => (sort.startsWith('-') ? -1 : 1);

/**
 * The order of a list in the store; the id settles what is equal, so that pages neither repeat nor miss a record.
 * @param paths where a field is stored, for those that are stored under another name.
 */
export const toSort = (sort: string, paths: Readonly<Record<string, string>> = {}): Record<string, 1 | -1> => {
  const direction = toDirection(sort);
  const field = sort.replace(/^-/, '');
  const path = paths[field] ?? field;
  return path === '_id' ? { _id: direction } : { [path]: direction, _id: direction };
};

const DAY_MS = 86_400_000;
const LAST_YEAR = 9999;
const LAST_INSTANT = Date.parse(`${LAST_YEAR}-12-31T23:59:59.999Z`);

const InstantOrDay = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'An instant with its offset, such as 2026-03-02T09:00:00Z, or a day; in a query + is sent as %2B',
});

/** An offset or the end of a day can lead out of the years that are written with four digits. */
const isInYears = (moment: Date): boolean => moment.getUTCFullYear() >= 0 && moment.getUTCFullYear() <= LAST_YEAR;

const toInstant = (text: string, intoDay: number): number =>
  text.includes('T') ? Date.parse(text) : Math.min(Date.parse(text) + intoDay, LAST_INSTANT);

/** An instant, or a day, which stands for the instant so many milliseconds after its beginning (UTC). */
export const momentAt = (intoDay: number) =>
  InstantOrDay.transform((text) => new Date(toInstant(text, intoDay))).refine(
    isInYears,
    `The year is from 0000 to ${LAST_YEAR}, in UTC too`,
  );

/** An instant, or a day (its beginning): where a period begins. */
export const Moment = momentAt(0);

/** An instant, or a day (its last instant): where a period ends, which has its end in it. */
export const LastMoment = momentAt(DAY_MS - 1);

const PART = /((?:\\[,\\]|[^,])*)(,|$)/y;

/** The parts of a text between its commas; a comma or a backslash that belongs to a part has a backslash before it. */
export const listedParts = (text: string): string[] => {
  const parts: string[] = [];
  PART.lastIndex = 0;
  for (let ends = false; !ends; ) {
    const [, part = '', end = ''] = PART.exec(text) ?? [];
    parts.push(part.replaceAll(/\\([,\\])/g, '$1').trim());
    ends = end === '';
  }
  return parts;
};

/** For the description of a list whose values people write. */
export const ESCAPED_COMMA = 'a comma or backslash of a value itself comes after a backslash';

/**
 * A comma-separated list of at most 50 values (specification, "General conventions"). The description tells generators of clients by
 * `x-list` what one value is.
 */
export const listParameter = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform(listedParts)
    .pipe(z.array(item).min(1).max(LISTED_VALUES))
    .meta({ 'x-list': item instanceof z.ZodEnum ? { enum: item.options } : {} });

/** `true` or `false` in a query. */
export const Flag = z.enum(['true', 'false']).transform((word) => word === 'true');
