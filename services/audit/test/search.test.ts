import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { buildFilter, entryPageMeta } from '../src/entry/entry.service.ts';
import { nativeCollection, toStored } from '../src/entry/entry.store.ts';
import { EMPTY_CHAIN, entryAfter } from '../src/entry/entry.ts';
import { DEPTH, makeEntryCount } from '../src/entry/entry-count.ts';
import { makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const BATCH = 10_000;

describe('long searches of the audit log', () => {
  const audit = startBeforeTests(() => startAudit());

  /** Adds so many entries of a user behind those that are there. */
  const fill = async (org: string, { after, count }: { after: number; count: number }): Promise<void> => {
    const { data } = makeActEvent(org, { user: { id: 'usr_a' } });
    const stored = toStored(
      entryAfter(EMPTY_CHAIN, { eventId: 'evt_1', orgId: org, time: new Date(START), facts: data.audit }, new Date()),
    );
    for (let from = after; from < after + count; from += BATCH)
      await nativeCollection(audit.entries).insertMany(
        Array.from({ length: Math.min(BATCH, after + count - from) }, (_, index) => {
          const sequence = from + index + 1;
          const id = `${org}_${sequence}`;
          return { ...stored, _id: id, event_id: id, sequence, timestamp: new Date(START + sequence * 1_000) };
        }),
      );
  };

  const counter = (depth?: number) =>
    makeEntryCount({
      entries: audit.entries,
      removedBetween: async () => 0,
      ...(depth === undefined ? {} : { depth }),
    });

  const count = (org: string, counting: ReturnType<typeof makeEntryCount>) =>
    counting(buildFilter(org, { user_id: ['usr_a'] }));

  it('count what was added since to what was counted before', async () => {
    const org = newOrg();
    const counting = counter();
    await fill(org, { after: 0, count: 30 });
    expect(await count(org, counting)).to.include({ total: 30, isMinimum: false });
    await fill(org, { after: 30, count: 12 });
    await audit.publish(makeActEvent(org, { user: { id: 'usr_b' } }));
    await audit.recorded(org, 43);
    expect(await count(org, counting)).to.include({ total: 42, isMinimum: false });
    expect(await count(org, counting)).to.include({ total: 42, isMinimum: false });
    expect(await count(org, counter())).to.include({ total: 42, isMinimum: false });
  });

  it('count again where much was added', async () => {
    const org = newOrg();
    const counting = counter();
    await fill(org, { after: 0, count: 10 });
    expect(await count(org, counting)).to.include({ total: 10 });
    await fill(org, { after: 10, count: 6_000 });
    expect(await count(org, counting)).to.include({ total: 6_010 });
  });

  it('count no more than a bound, whether at once or one after the other, and say so', async () => {
    const org = newOrg();
    const counting = counter(40);
    await fill(org, { after: 0, count: 40 });
    expect(await count(org, counting)).to.include({ total: 40, isMinimum: false });
    await fill(org, { after: 40, count: 1 });
    expect(await count(org, counting)).to.include({ total: 40, isMinimum: true });
    expect(await count(org, counter(40))).to.include({ total: 40, isMinimum: true });
    expect(await counting({ org_id: org }), 'the whole log').to.deep.equal({ total: 41, isMinimum: false });
  });

  it('count the whole log without what was removed from within it', async () => {
    const org = newOrg();
    await fill(org, { after: 10, count: 20 });
    const counting = makeEntryCount({
      entries: audit.entries,
      removedBetween: async (_orgId, { first, last }) => (first === 11 && last === 30 ? 4 : 0),
    });
    expect(await counting({ org_id: org })).to.deep.equal({ total: 16, isMinimum: false });
  });

  it('report how far pages go where there is more', () => {
    const query = { page: 1, per_page: 30 };
    expect(entryPageMeta({ total: DEPTH, isMinimum: true }, query)).to.deep.equal({
      ...query,
      total: DEPTH,
      total_pages: 3_334,
      total_is_minimum: true,
    });
    expect(entryPageMeta({ total: DEPTH * 2, isMinimum: false }, query)).to.include({
      total: DEPTH * 2,
      total_pages: 3_334,
    });
    expect(entryPageMeta({ total: 31, isMinimum: false }, query)).to.deep.equal({
      ...query,
      total: 31,
      total_pages: 2,
    });
  });

  it('refuse a page beyond the bound, and go on by the period', async () => {
    const api = audit.api(newOrg());
    for (const path of ['/audit-logs', '/audit-logs/user/usr_a', '/audit-logs/entity/ent_1']) {
      const { status, body } = await api.get(`${path}?page=1001&per_page=100`);
      expect(status, path).to.equal(422);
      expect(body.error.details.fields[0].field).to.equal('page');
      expect(body.error.message).to.include('from and to');
    }
    expect((await api.get('/audit-logs?page=4000')).status).to.equal(200);
    expect((await api.get('/audit-logs?page=4001')).status).to.equal(422);
  });
});
