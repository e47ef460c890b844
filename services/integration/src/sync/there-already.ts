import { errorFields, type Log } from '@qsc/service-kit';
import type { RemoteRecord } from '../connector/connector.ts';
import type { LinkStore } from '../link/link.store.ts';
import type { Link } from '../link/link.ts';
import type { LocalRecord } from '../local/local-record.ts';
import { SUPPLIER_CODE } from '../mapping/target.ts';
import { readLocal, writeRemote } from '../mapping/transform.ts';
import { valueAt } from '../mapping/values.ts';
import { AnswerTooLarge, RemoteRefusal } from '../remote/remote-error.ts';
import { type MappingRun, whole } from './mapping-run.ts';

/** What of our records that wait to be made there is there already, by our id. */
export type ThereAlready = (
  run: MappingRun,
  waiting: readonly Link[],
  records: ReadonlyMap<string, LocalRecord>,
) => Promise<Map<string, RemoteRecord>>;

/**
 * Finds suppliers there by their code before they are made, where the external system gives the keys and can be asked by a
 * field: a try before may have made them whose answer was lost. One that is another record's counterpart already, or a code
 * that several have, there or here after their mapping, counts for nothing.
 */
export const makeThereAlready =
  ({ links, log }: { links: Pick<LinkStore, 'ofExternal'>; log: Log }): ThereAlready =>
  async (run, waiting, records) => {
    const codes = thoseOfOne(codesOf(run, waiting, records));
    const [first] = codes;
    if (!first || !run.system.find) return new Map();
    const { path } = first;
    const found = await run.system
      .find(
        whole(run.source),
        path,
        codes.map(({ code }) => code),
      )
      .catch((error: unknown) => {
        const isRefused = error instanceof RemoteRefusal && error.code === 'VALIDATION_ERROR';
        if (!isRefused || error instanceof AnswerTooLarge) throw error;
        log.info('an external system cannot be asked by a field', { field: path, ...errorFields(error) });
        return [];
      });
    const linked = await links.ofExternal(
      run.place,
      found.map(({ externalId }) => externalId),
    );
    const taken = new Set(linked.map(({ external_id }) => external_id));
    const byCode = Map.groupBy(found, ({ fields }) => String(valueAt(fields, path)));
    return new Map(
      codes.flatMap(({ id, code }): [string, RemoteRecord][] => {
        const [one, ...others] = byCode.get(code) ?? [];
        return one && others.length === 0 && !taken.has(one.externalId) && !one.deleted ? [[id, one]] : [];
      }),
    );
  };

type Code = { id: string; path: string; code: string };

/** Two codes of ours may become one by the rules of the mapping: whose the record there is cannot be told then. */
const thoseOfOne = (codes: readonly Code[]): Code[] => {
  const times = Map.groupBy(codes, ({ code }) => code);
  return codes.filter(({ code }) => times.get(code)?.length === 1);
};

/** The codes of those that wait, as they stand there: by the path that the mapping has for them. */
const codesOf = (
  { mapping }: MappingRun,
  waiting: readonly Link[],
  records: ReadonlyMap<string, LocalRecord>,
): Code[] => {
  if (mapping.entity_type !== 'supplier') return [];
  return waiting.flatMap(({ external_id, entity_id: id }): Code[] => {
    const record = records.get(id);
    if (external_id !== null || !record || record.deleted) return [];
    const { fields } = writeRemote(mapping, readLocal(mapping, record), [SUPPLIER_CODE]);
    const [path, code] = Object.entries(fields)[0] ?? [];
    return path !== undefined && typeof code === 'string' && code !== '' ? [{ id, path, code }] : [];
  });
};
