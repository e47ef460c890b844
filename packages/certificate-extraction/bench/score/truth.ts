import { basename, extname } from 'node:path';
import { z } from 'zod';
import { FIELD_NAMES, type FieldName } from '../../src/result.ts';

const Printed = z.union([z.string(), z.number().transform(String)]);
const Value = z.union([Printed, z.array(Printed), z.null()]).optional();

/** One value of the truth: what is printed, several spellings that are equally right, or null where nothing is printed. */
export type Accepted = z.infer<typeof Value>;

const TruthRow = z.object({
  parameter: z.union([Printed, z.array(Printed)]),
  result: Value,
  specification: Value,
  status: z.string().nullable().optional(),
  unit: Value,
  section: Value,
  sample: Value,
  optional: z.boolean().optional(),
});

/**
 * A row that the document holds. A part that is not given (undefined) is not scored; a row that is `optional` may be read or
 * left out (a summary that repeats another row).
 */
export type TruthRow = z.infer<typeof TruthRow>;

/** What one document says. Rows or a field that are not given (undefined) are not scored. */
export type Truth = { rows: readonly TruthRow[] | undefined; fields: Partial<Record<FieldName, Accepted>> };

const fieldShape = Object.fromEntries(FIELD_NAMES.map((field) => [field, Value])) as Record<FieldName, typeof Value>;
const Document = z.object({ test_results: z.array(TruthRow).optional(), ...fieldShape });
const Json = z.record(z.string(), z.unknown());
const WRAPPERS = ['data', 'extracted_data'];
const KNOWN_EXTENSION = /^\.(pdf|png|jpe?g|tiff?|xml|csv)$/i;

const openWrappers = (given: unknown): unknown => {
  const json = Json.safeParse(given);
  if (!json.success) return given;
  const inner = WRAPPERS.find((wrapper) => Json.safeParse(json.data[wrapper]).success);
  return inner === undefined
    ? given
    : openWrappers({ ...json.data, [inner]: undefined, ...(json.data[inner] as object) });
};

const readDocument = (name: string, given: unknown): Truth => {
  const document = Document.safeParse(openWrappers(given));
  if (!document.success) throw new Error(`"${name}": ${z.prettifyError(document.error)}`);
  const { test_results, ...fields } = document.data;
  if (test_results === undefined && Object.keys(fields).length === 0)
    throw new Error(`"${name}" holds neither test_results nor a field (${FIELD_NAMES.join(', ')}).`);
  return { rows: test_results, fields };
};

const readEntries = (given: unknown): [string, unknown][] => {
  if (Array.isArray(given)) return given.flatMap(readEntries);
  const json = Json.safeParse(given);
  if (!json.success) throw new Error('The truth is a JSON object of documents, or an array of them.');
  const { file, filename, documents } = json.data;
  const name = file ?? filename;
  if (typeof name === 'string') return [[name, given]];
  return Array.isArray(documents) ? readEntries(documents) : Object.entries(json.data);
};

const toName = (path: string): string => basename(path.replaceAll('\\', '/')).normalize('NFC');
const toStem = (name: string): string =>
  KNOWN_EXTENSION.test(extname(name)) ? name.slice(0, -extname(name).length) : name;

/** Finds the truth of a file; undefined where there is none. */
export type FindTruth = (file: string) => Truth | undefined;

/**
 * Reads the parsed TRUTH.json: `{file: truth}`, `{documents: [{file, …truth}]}` or an array of those; a truth may be wrapped
 * in `data` or `extracted_data`, a file named with or without folder and extension. Throws an `Error` that says what is wrong.
 */
export const readTruth = (json: unknown): FindTruth => {
  const truths = readEntries(json).map(([path, given]) => ({ name: toName(path), truth: readDocument(path, given) }));
  return (file) => {
    const name = toName(file);
    const exact = truths.find((each) => each.name === name) ?? truths.find((each) => each.name === toStem(name));
    if (exact) return exact.truth;
    const alike = truths.filter((each) => toStem(each.name) === toStem(name));
    return alike.length === 1 ? alike[0]?.truth : undefined;
  };
};
