import type { Log } from '@qsc/service-kit';
import type { RemoteRecord } from '../connector/connector.ts';
import type { LinkStore } from '../link/link.store.ts';
import type { Link } from '../link/link.ts';
import type { LocalRecord } from '../local/local-record.ts';
import { readLocal } from '../mapping/transform.ts';
import { type BusinessKey, businessKeyThere, findByBusinessKey } from './business-key.ts';
import type { MappingRun } from './mapping-run.ts';

/** What of our records that wait to be made there is there already, by our id. */
export type ThereAlready = (
  run: MappingRun,
  waiting: readonly Link[],
  records: ReadonlyMap<string, LocalRecord>,
) => Promise<Map<string, RemoteRecord>>;

/**
 * Finds records there by their business key before they are made, where the external system gives the keys and can be asked by a
 * field: a try before may have made them whose answer was lost. One that is another record's counterpart already, or a code
 * that several have, there or here after their mapping, counts for nothing.
 */
export const makeThereAlready =
  ({ links, log }: { links: Pick<LinkStore, 'ofExternal'>; log: Log }): ThereAlready =>
  async (run, waiting, records) => {
    const codes = thoseOfOne(codesOf(run, waiting, records));
    const byCode = await findByBusinessKey(run, codes, log);
    const ids = [...byCode.values()].flat().map(({ externalId }) => externalId);
    const linked = ids.length > 0 ? await links.ofExternal(run.place, ids) : [];
    const taken = new Set(linked.map(({ external_id }) => external_id));
    return new Map(
      codes.flatMap(({ id, code }): [string, RemoteRecord][] => {
        const [one, ...others] = byCode.get(code) ?? [];
        return one && others.length === 0 && !taken.has(one.externalId) && !one.deleted ? [[id, one]] : [];
      }),
    );
  };

type Code = BusinessKey & { id: string };

/** Two codes of ours may become one by the rules of the mapping: whose the record there is cannot be told then. */
const thoseOfOne = (codes: readonly Code[]): Code[] => {
  const times = Map.groupBy(codes, ({ code }) => code);
  return codes.filter(({ code }) => times.get(code)?.length === 1);
};

const codesOf = (run: MappingRun, waiting: readonly Link[], records: ReadonlyMap<string, LocalRecord>): Code[] =>
  waiting.flatMap(({ external_id, entity_id: id }): Code[] => {
    const record = records.get(id);
    const key =
      external_id === null && record && !record.deleted && businessKeyThere(run, readLocal(run.mapping, record));
    return key ? [{ id, ...key }] : [];
  });
