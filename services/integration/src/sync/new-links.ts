import { isContended, retryConflict } from '@qsc/service-kit';
import type { LinkStore } from '../link/link.store.ts';
import { touchedLink } from '../link/link.ts';
import type { NewLinks, NewLinksStore } from '../link/new-links.store.ts';
import type { LocalRecords } from '../local/local-record.ts';
import type { MappingRun } from './mapping-run.ts';

type Parts = {
  newLinks: Pick<NewLinksStore, 'next' | 'remove'>;
  links: Pick<LinkStore, 'findByEntityId' | 'update'>;
  local: Pick<LocalRecords, 'read'>;
  clock: () => Date;
};

/** Above every version. */
const GONE = Number.MAX_SAFE_INTEGER;

/** Sets new links dirty whose records changed or were removed before they were linked: no event does. */
export const makeCheckNewLinks = ({ newLinks, links, local, clock }: Parts) => {
  const check = async (run: MappingRun, made: NewLinks): Promise<void> => {
    const ids = made.links.map(({ entity_id }) => entity_id);
    const records = await local.read(run.mappingKey.orgId, run.mapping.entity_type, ids);
    const versions = new Map(records.map(({ id, version }) => [id, version]));
    const toVersion = (id: string): number => versions.get(id) ?? GONE;
    const changed = made.links.filter(({ entity_id: id, local_version }) => toVersion(id) > local_version);
    const found =
      changed.length === 0
        ? []
        : await links.findByEntityId(
            run.mappingKey,
            changed.map(({ entity_id }) => entity_id),
          );
    const touched = found
      .filter(({ deleted, dirty }) => !deleted && !dirty)
      .flatMap((link) => touchedLink(link, { version: toVersion(link.entity_id), waits: true }, clock()) ?? []);
    await run.ledger.commit([...touched.map(links.update), newLinks.remove(made)]);
  };

  return async (run: MappingRun): Promise<void> => {
    const checkNext = async (): Promise<boolean> => {
      const made = await newLinks.next(run.mappingKey);
      if (made) await check(run, made);
      return made !== null;
    };
    while (!run.plan && (await retryConflict(checkNext, isContended)));
  };
};
