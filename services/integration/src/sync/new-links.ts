import type { LinkStore } from '../link/link.store.ts';
import { touchedLink } from '../link/link.ts';
import type { NewLinks, NewLinksStore } from '../link/new-links.store.ts';
import type { LocalRecords } from '../local/local-record.ts';
import type { MappingRun } from './mapping-run.ts';
import { untilWritten } from './until-written.ts';

type Parts = {
  newLinks: Pick<NewLinksStore, 'next' | 'remove'>;
  links: Pick<LinkStore, 'ofEntities' | 'update'>;
  local: Pick<LocalRecords, 'read'>;
  clock: () => Date;
};

/** Above every version. */
const GONE = Number.MAX_SAFE_INTEGER;

/** Marks the new links whose records changed here before they were linked, or were removed: no event marks those. */
export const makeMarkNewLinks = ({ newLinks, links, local, clock }: Parts) => {
  const mark = async (run: MappingRun, made: NewLinks): Promise<void> => {
    const ids = made.links.map(({ entity_id }) => entity_id);
    const records = await local.read(run.place.orgId, run.mapping.entity_type, ids);
    const versions = new Map(records.map(({ id, version }) => [id, version]));
    const versionOf = (id: string): number => versions.get(id) ?? GONE;
    const changed = made.links.filter(({ entity_id: id, local_version }) => versionOf(id) > local_version);
    const found =
      changed.length === 0
        ? []
        : await links.ofEntities(
            run.place,
            changed.map(({ entity_id }) => entity_id),
          );
    const marked = found
      .filter(({ deleted, dirty }) => !deleted && !dirty)
      .flatMap((link) => touchedLink(link, { version: versionOf(link.entity_id), waits: true }, clock()) ?? []);
    await run.ledger.commit([...marked.map(links.update), newLinks.remove(made)]);
  };

  return async (run: MappingRun): Promise<void> => {
    const markNext = async (): Promise<boolean> => {
      const made = await newLinks.next(run.place);
      if (made) await mark(run, made);
      return made !== null;
    };
    while (!run.plan && (await untilWritten(markNext)));
  };
};
