import { newId } from '@qsc/contracts';
import { entityEvents } from '@qsc/contracts/events';
import { type Change, type Delivery, makeEvent, systemCall, VersionConflict } from '@qsc/service-kit';
import { expect } from 'chai';
import { awaitingLink, type Link } from '../src/link/link.ts';
import { makeLocalChanges } from '../src/link/local-change.ts';

const ORG = newId('organization');
const NOW = new Date('2026-03-01T00:00:00.000Z');
const MAPPING_KEY = { orgId: ORG, connectionId: 'conn_sending', mappingId: 'map_1' };
const RECORD = { id: 'ent_1', entityType: 'supplier', version: 1 };

const linked: Link = {
  ...awaitingLink(MAPPING_KEY, RECORD, NOW),
  external_id: 'there',
  dirty: false,
  local_version: 1,
};

/** One link, which a commit writes at the version that it has, as the database does. */
const makeStore = (first: Link) => {
  let stored = first;
  const put = (link: Link): Change => link as unknown as Change;
  const commit = async (changes: readonly Change[]): Promise<void> => {
    let after = stored;
    for (const link of changes as unknown as Link[]) {
      if (link.version !== after.version + 1) throw new VersionConflict('link');
      after = link;
    }
    stored = after;
  };
  return { link: () => stored, commit, links: { insert: put, update: put, findTouching: async () => [stored] } };
};

/** A change of the record to that version, by the synchronisation of a connection or by somebody else. */
const changed = (
  version: number,
  by: string | null = null,
  { action = 'updated', mapping }: { action?: 'updated' | 'restored'; mapping?: string } = {},
) => {
  const audit = {
    action: 'update' as const,
    entity_type: RECORD.entityType,
    entity_id: RECORD.id,
    entity_name: 'Here',
    entity_version: version,
    changes: {},
    details: by === null ? {} : { synchronization: { connection_id: by, ...(mapping ? { mapping_id: mapping } : {}) } },
  };
  const record = { id: RECORD.id, type: RECORD.entityType, version } as never;
  return Buffer.from(JSON.stringify(makeEvent(entityEvents[action], systemCall(ORG, NOW), { audit, record })));
};

/** Tells of these at once, and gives the link as it is after that. */
const apply = async (first: Link, bodies: readonly Buffer[], { sends = true } = {}): Promise<Link> => {
  const { link, links, commit } = makeStore(first);
  const changes = makeLocalChanges({
    queue: 'test',
    links,
    mappingSummaries: async () => [
      { ...MAPPING_KEY, entityType: 'supplier', eventSubtype: null, sends, creates: false },
    ],
    unitOfWork: { commit },
    clock: () => NOW,
    log: { warn() {}, error() {} } as never,
  });
  const heard = bodies.map((body) => {
    return new Promise<void>((ack, park) => {
      const delivery = { body, returned: 0, isOpen: () => true, ack, park, retry: park } as Delivery;
      changes.consumer.onDelivery(delivery);
    });
  });
  await Promise.all(heard);
  await changes.stop();
  return link();
};

describe('local changes', () => {
  it('set a link dirty once for a batch with changes of several authors', async () => {
    const after = await apply(linked, [changed(2, 'conn_other'), changed(3)]);
    expect(after).to.include({ dirty: true, version: linked.version + 1 });
  });

  it('set a link dirty where another mapping of the same connection made them, and not where its own did', async () => {
    const { connectionId, mappingId: mapping } = MAPPING_KEY;
    expect(await apply(linked, [changed(2, connectionId, { mapping: 'map_2' })])).to.include({ dirty: true });
    expect(await apply(linked, [changed(2, connectionId, { mapping })])).to.deep.equal(linked);
    expect(await apply(linked, [changed(2, connectionId)])).to.deep.equal(linked);
  });

  it('raise the version of a dirty link, so that a running synchronisation decides again', async () => {
    const after = await apply({ ...linked, dirty: true }, [changed(3)]);
    expect(after).to.include({ dirty: true, version: linked.version + 1 });
  });

  it('change no link that was synchronised at that version or a later one', async () => {
    const link = { ...linked, local_version: 3 };
    expect(await apply(link, [changed(3), changed(2, null, { action: 'restored' })])).to.deep.equal(link);
  });

  it('raise the version of the link of a restored record also where nothing is sent', async () => {
    const after = await apply(linked, [changed(3, null, { action: 'restored' })], { sends: false });
    expect(after).to.include({ dirty: false, version: linked.version + 1 });
    const deleted = { ...linked, deleted: true };
    expect(await apply(deleted, [changed(3, null, { action: 'restored' })], { sends: false })).to.include({
      dirty: true,
    });
  });
});
