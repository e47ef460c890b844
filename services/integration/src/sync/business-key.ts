import { errorFields, type Log } from '@qsc/service-kit';
import type { RemoteRecord } from '../connector/connector.ts';
import { BUSINESS_KEYS } from '../mapping/target.ts';
import { writeRemote } from '../mapping/transform.ts';
import { type Values, valueAt } from '../mapping/values.ts';
import { AnswerTooLarge, RemoteRefusal } from '../remote/remote-error.ts';
import { type MappingRun, whole } from './mapping-run.ts';

/** The business key of an external record, by the path of the mapping. */
export type BusinessKey = { path: string; code: string };

/** The target of the business key of a mapping's records; undefined where they have none. */
export const getBusinessKeyTarget = ({ mapping }: Pick<MappingRun, 'mapping'>): string | undefined =>
  BUSINESS_KEYS[mapping.entity_type];

/** The business key that values of ours have there; null where they have none. */
export const businessKeyThere = (run: Pick<MappingRun, 'mapping'>, values: Values): BusinessKey | null => {
  const target = getBusinessKeyTarget(run);
  if (target === undefined) return null;
  const { fields } = writeRemote(run.mapping, values, [target]);
  const [path, code] = Object.entries(fields)[0] ?? [];
  return path !== undefined && typeof code === 'string' && code !== '' ? { path, code } : null;
};

/** The external records with these business keys, by key. None where the external system cannot be queried by a field. */
export const findByBusinessKey = async (
  { system, source }: MappingRun,
  keys: readonly BusinessKey[],
  log: Log,
): Promise<Map<string, RemoteRecord[]>> => {
  const [first] = keys;
  if (!first || !system.find) return new Map();
  const { path } = first;
  const codes = [...new Set(keys.map(({ code }) => code))];
  const found = await system.find(whole(source), path, codes).catch((error: unknown) => {
    const isRefused = error instanceof RemoteRefusal && error.code === 'VALIDATION_ERROR';
    if (!isRefused || error instanceof AnswerTooLarge) throw error;
    log.info('an external system cannot be queried by a field', { field: path, ...errorFields(error) });
    return [];
  });
  return Map.groupBy(found, ({ fields }) => String(valueAt(fields, path)));
};
