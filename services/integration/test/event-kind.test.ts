import { newId } from '@qsc/contracts';
import { qualityEvents } from '@qsc/contracts/events';
import { type Change, type Delivery, makeNotice, systemCall } from '@qsc/service-kit';
import { expect } from 'chai';
import { awaitingLink, type Link } from '../src/link/link.ts';
import { makeLocalChanges } from '../src/link/local-change.ts';
import type { LocalRecord } from '../src/local/local-record.ts';
import type { MappingRun } from '../src/sync/mapping-run.ts';
import { makeOutbound } from '../src/sync/outbound.ts';

const ORG = newId('organization');
const MAPPING_KEY = { orgId: ORG, connectionId: 'conn_1', mappingId: 'map_1' };
const KINDS = ['complaint', 'deviation', 'capa'] as const;

const RECORDS = KINDS.map(
  (type): LocalRecord => ({
    id: type,
    entityType: 'quality_event',
    name: type,
    attributes: { type },
    version: 1,
    deleted: false,
  }),
);

const RUN = {
  mappingKey: MAPPING_KEY,
  mapping: {
    entity_type: 'quality_event',
    event_subtype: 'deviation',
    field_mappings: [],
    bidirectional: { create: true },
  },
  rules: { direction: 'bidirectional', sentBack: new Set(['name']) },
  ledger: { sync: () => ({ full: false }), commit: async () => {} },
  plan: null,
} as unknown as MappingRun;

const nothing = (): Change => ({}) as Change;

const NO_LINKS = {
  insert: nothing,
  update: nothing,
  remove: nothing,
  findByEntityId: async () => [],
  dirty: async () => [],
  present: async () => [],
};

const NOTHING_PARKED = { findByRecordId: async () => [], remove: () => ({}) as Change };

/** The records that links were made for. */
const noting = () => {
  const noted: string[] = [];
  const insert = (link: Link): Change => {
    noted.push(link.entity_id);
    return {} as Change;
  };
  return { noted, insert };
};

describe('a mapping of one kind of quality events that makes records there', () => {
  it('notes those of its kind alone when it looks for what is here', async () => {
    const { noted, insert } = noting();
    const outbound = makeOutbound({
      reconcile: async () => ({ settled: true, unsent: 0 }),
      cursors: { of: async () => ({ scanned_at: null }), save: () => ({}) } as never,
      links: { ...NO_LINKS, insert, update: insert },
      parked: NOTHING_PARKED,
      local: { read: async () => [], scan: async (_org, _type, { after }) => (after === '' ? RECORDS : []) },
      thereAlready: async () => new Map(),
      clock: () => new Date(),
    });
    await outbound(RUN);
    expect(noted).to.deep.equal(['deviation']);
  });

  it('makes none of another kind that was noted before, and lets it go', async () => {
    const now = new Date();
    const waiting = KINDS.map((id) => awaitingLink(MAPPING_KEY, { id, entityType: 'quality_event', version: 1 }, now));
    const removed: string[] = [];
    const sent: string[] = [];
    const outbound = makeOutbound({
      async reconcile(_run, pairs) {
        sent.push(...pairs.flatMap(({ entityId }) => entityId ?? []));
        return { settled: true, unsent: 0 };
      },
      cursors: { of: async () => ({ scanned_at: now }), save: () => ({}) } as never,
      links: {
        ...NO_LINKS,
        dirty: async (_mappingKey, { after }) => (after === '' ? waiting : []),
        remove: ({ entity_id }) => removed.push(entity_id) as never,
      },
      parked: NOTHING_PARKED,
      local: { read: async () => RECORDS, scan: async () => [] },
      thereAlready: async () => new Map(),
      clock: () => now,
    });
    await outbound(RUN);
    expect({ removed, sent }).to.deep.equal({ removed: ['complaint', 'capa'], sent: ['deviation'] });
  });

  it('notes those of its kind alone when it hears of new ones', async () => {
    const { noted, insert } = noting();
    const mappingKey = {
      ...MAPPING_KEY,
      entityType: 'quality_event',
      eventSubtype: 'deviation',
      sends: true,
      creates: true,
    };
    const changes = makeLocalChanges({
      queue: 'test',
      links: { insert, update: insert, findTouching: async () => [] },
      mappingSummaries: async () => [mappingKey],
      unitOfWork: { commit: async () => {} },
      clock: () => new Date(),
      log: {} as never,
    });
    const call = systemCall(ORG, new Date());
    const heard = KINDS.map((type) => {
      const record = { id: type, type, version: 1 } as never;
      const event = makeNotice(qualityEvents.created, call, { subject: type, record });
      const body = Buffer.from(JSON.stringify({ ...event, source: '/services/quality' }));
      return new Promise<void>((ack, park) => {
        const delivery = { body, returned: 0, isOpen: () => true, ack, park, retry: park } as Delivery;
        changes.consumer.onDelivery(delivery);
      });
    });
    await Promise.all(heard);
    await changes.stop();
    expect(noted).to.deep.equal(['deviation']);
  });
});
