import { isContended, retryConflict } from '@qsc/service-kit';
import type { LinkStore } from '../link/link.store.ts';
import { changedLink } from '../link/link.ts';
import type { MappingRun } from './mapping-run.ts';
import type { Item } from './pair.ts';
import { agreedBy } from './settlement.ts';

/** Stores agreed values of items whose commit was refused. */
export type SaveAgreed = (run: MappingRun, items: readonly Item[]) => Promise<void>;

/**
 * Stores in the links what both sides have after writes whose commit was refused, since a record changed meanwhile. Otherwise
 * what was sent would come back as a change there, against the newer one here. Throws as `Ledger.commit` does.
 */
export const makeSaveAgreed =
  ({ links, clock }: { links: Pick<LinkStore, 'findByEntityId' | 'update'>; clock: () => Date }): SaveAgreed =>
  async (run, items) => {
    const written = new Map(
      items.flatMap((item) => {
        const shadow = agreedBy(run, item);
        const isNews = item.link !== null && Object.keys(shadow).length > 0;
        return isNews ? [[item.link?.entity_id ?? '', { shadow, externalId: item.pair.externalId }] as const] : [];
      }),
    );
    if (written.size === 0) return;
    await retryConflict(async () => {
      const changes = (await links.findByEntityId(run.mappingKey, [...written.keys()])).map((link) => {
        const { shadow = {}, externalId = null } = written.get(link.entity_id) ?? {};
        const after = {
          shadow: { ...link.shadow, ...shadow },
          external_id: link.external_id ?? externalId,
          // The value before what was sent is a change there, where it comes again.
          remote_hash: link.deleted ? link.remote_hash : null,
        };
        return links.update(changedLink(link, after, clock()));
      });
      if (changes.length > 0) await run.ledger.commit(changes);
    }, isContended);
  };
