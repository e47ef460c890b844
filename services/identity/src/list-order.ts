import { Paging } from '@qsc/service-kit';
import { z } from 'zod';

/** The paging and order that every list of this service takes; `-` before a field for descending. */
export const listQuery = <Field extends string>(fields: readonly Field[]) => ({
  ...Paging,
  sort: z
    .string()
    .refine(
      (sort) => fields.some((field) => sort === field || sort === `-${field}`),
      `Sort by one of ${fields.join(', ')}, with - for descending`,
    )
    .default('-created_at')
    .meta({
      description: `The order: one of ${fields.map((field) => `\`${field}\``).join(', ')}, with \`-\` before it for descending.`,
    }),
});

/** The order of a list in the store; the id settles what is equal, so that pages neither repeat nor miss a record. */
export const sortOf = (sort: string, paths: Record<string, string>): Record<string, 1 | -1> => {
  const direction = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace(/^-/, '');
  const path = paths[field] ?? field;
  return path === '_id' ? { _id: direction } : { [path]: direction, _id: direction };
};
