import { validationFailed } from '@qsc/service-kit';

/** Kinds of record that a request names, each with the field that names it. */
export type NamedTypes = readonly { field: string; type: string }[];

/** Tells of kinds of record which of them neither the mesh writes of nor the log holds. */
export type KnownTypes = { unknownTypes(orgId: string, types: readonly string[]): Promise<string[]> };

/** The kinds of record of a list. */
export const typesAt = (field: string, types: readonly string[]): NamedTypes =>
  types.map((type, index) => ({ field: `${field}.${index}`, type }));

/** Throws `validation_failed` that names every kind of record that nobody knows: it would choose nothing, unnoticed. */
export const requireKnownTypes = async (known: KnownTypes, orgId: string, named: NamedTypes): Promise<void> => {
  const unknown = new Set(
    await known.unknownTypes(
      orgId,
      named.map(({ type }) => type),
    ),
  );
  const refused = named.filter(({ type }) => unknown.has(type));
  if (refused.length === 0) return;
  throw validationFailed(
    refused.map(({ field, type }) => ({ field, code: 'unknown', message: `No kind of record is called "${type}".` })),
  );
};
