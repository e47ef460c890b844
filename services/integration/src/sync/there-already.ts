import type { Log } from '@qsc/service-kit';
import type { RemoteRecord } from '../connector/connector.ts';
import type { LinkStore } from '../link/link.store.ts';
import type { Link } from '../link/link.ts';
import type { LocalRecord } from '../local/local-record.ts';
import { readLocal } from '../mapping/transform.ts';
import { type BusinessKey, businessKeyThere, findByBusinessKey } from './business-key.ts';
import type { MappingRun } from './mapping-run.ts';

/** The external records that exist already for our records without a link, by our id. */
export type ThereAlready = (
  run: MappingRun,
  waiting: readonly Link[],
  records: ReadonlyMap<string, LocalRecord>,
) => Promise<Map<string, RemoteRecord>>;

/**
 * Finds external records by their business key before they are created, where the external system assigns the keys and can be
 * queried by a field: an earlier attempt may have created them with a lost answer. A record that is linked already, or a code
 * that several have, there or here after their mapping, does not count.
 */
export const makeThereAlready =
  ({ links, log }: { links: Pick<LinkStore, 'findByExternalId'>; log: Log }): ThereAlready =>
  async (run, waiting, records) => {
    const codes = thoseOfOne(listCodes(run, waiting, records));
    const byCode = await findByBusinessKey(run, codes, log);
    const ids = [...byCode.values()].flat().map(({ externalId }) => externalId);
    const linked = ids.length > 0 ? await links.findByExternalId(run.mappingKey, ids) : [];
    const taken = new Set(linked.map(({ external_id }) => external_id));
    return new Map(
      codes.flatMap(({ id, code }): [string, RemoteRecord][] => {
        const [one, ...others] = byCode.get(code) ?? [];
        return one && others.length === 0 && !taken.has(one.externalId) && !one.deleted ? [[id, one]] : [];
      }),
    );
  };

type Code = BusinessKey & { id: string };

/** Two codes of ours may become one by the mapping: then the owner of the external record is ambiguous. */
const thoseOfOne = (codes: readonly Code[]): Code[] => {
  const times = Map.groupBy(codes, ({ code }) => code);
  return codes.filter(({ code }) => times.get(code)?.length === 1);
};

const listCodes = (run: MappingRun, waiting: readonly Link[], records: ReadonlyMap<string, LocalRecord>): Code[] =>
  waiting.flatMap(({ external_id, entity_id: id }): Code[] => {
    const record = records.get(id);
    const key =
      external_id === null && record && !record.deleted && businessKeyThere(run, readLocal(run.mapping, record));
    return key ? [{ id, ...key }] : [];
  });
