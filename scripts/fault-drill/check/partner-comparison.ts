import type { ExternalRecord } from '../partner/partner.ts';
import type { Breaches } from './rules.ts';
import type { StoredSync, Synchronised } from './stored.ts';

/**
 * Compares the external records of one organisation with the links and the records that were made of them: each is here once, as
 * it stands there, with no more versions than it was changed there.
 */
export const comparePartner = (
  there: readonly ExternalRecord[],
  { links, records }: StoredSync,
): Required<Pick<Breaches, 'synchronised'>> => {
  const linked = Map.groupBy(links, ({ externalId }) => externalId);
  const known = new Map(records.map((record) => [record.id, record]));
  const meant = new Set(links.map(({ entityId }) => entityId));
  const keys = new Set(there.map(({ id }) => id));
  return {
    synchronised: [
      ...there.flatMap((kept) => findFaults(kept, linked.get(kept.id) ?? [], known)),
      ...records.filter(({ id }) => !meant.has(id)).map(({ id, name }) => `${id} (${name}) has no link`),
      ...links.filter(({ externalId }) => !keys.has(externalId)).map(({ externalId }) => `${externalId} is not there`),
    ],
  };
};

const findFaults = (
  { id, name, mark, changes }: ExternalRecord,
  links: StoredSync['links'],
  known: ReadonlyMap<string, Synchronised>,
): string[] => {
  const [link] = links;
  if (link === undefined || links.length > 1) return [`${id} has ${links.length} links`];
  const record = known.get(link.entityId);
  if (record === undefined) return [`${id} has no record`];
  if (record.name !== name || record.mark !== mark) return [`${id} is ${record.mark} here and ${mark} there`];
  return record.version > changes ? [`${id} has ${record.version} versions of ${changes}`] : [];
};
