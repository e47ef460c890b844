import { expect } from 'chai';
import type { Conflict } from '../src/conflict/conflict.ts';
import { awaitingLink, type Link } from '../src/link/link.ts';
import { type FieldConflict, WHOLE_RECORD } from '../src/merge/merge.ts';
import type { MappingRun } from '../src/sync/mapping-run.ts';
import type { Item } from '../src/sync/pair.ts';
import { makeConflictChanges } from '../src/sync/settling-conflicts.ts';

const NOW = new Date('2026-03-01T00:00:00.000Z');
const MAPPING_KEY = { orgId: 'org_1', connectionId: 'conn_1', mappingId: 'map_1' };
const RUN = { mappingKey: MAPPING_KEY } as MappingRun;

const linked: Link = {
  ...awaitingLink(MAPPING_KEY, { id: 'ent_1', entityType: 'supplier', version: 1 }, NOW),
  external_id: 'there',
};

/** What is opened for a record that is gone there and was changed here, whose link and open conflicts are these. */
const openedFor = async (link: Link, existing: readonly Partial<Conflict>[]): Promise<string[]> => {
  const whole = { target: WHOLE_RECORD, base: {}, local: {}, remote: null };
  const item = {
    pair: { externalId: 'there', entityId: null, remote: 'deleted' },
    link,
    merged: { conflicts: [whole] },
  };
  let opened: readonly FieldConflict[] = [];
  const toChanges = makeConflictChanges({
    conflicts: {
      findOpen: async () => existing.map((conflict) => ({ ...conflict, link_id: link.id }) as Conflict),
      open(_subject, { found }) {
        opened = found;
        return [];
      },
    },
    clock: () => NOW,
  });
  await toChanges(RUN, [item as unknown as Item], new Map([[item as unknown as Item, link]]));
  return opened.map(({ target }) => target);
};

describe('the conflict of a record that is gone there', () => {
  it('is opened when the deletion is first reported', async () => {
    expect(await openedFor(linked, [])).to.deep.equal([WHOLE_RECORD]);
  });

  it('shows what is here now while it is open', async () => {
    expect(await openedFor({ ...linked, deleted: true }, [{ field: WHOLE_RECORD }])).to.deep.equal([WHOLE_RECORD]);
  });

  it('is not opened again where it was decided while the record was looked at', async () => {
    expect(await openedFor({ ...linked, deleted: true }, [])).to.deep.equal([]);
  });
});
