import { type EventTap, eventually, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { type QualityMesh, startQualityMesh } from './mesh.ts';

const OVERDUE = 'quality.quality-event.overdue.v1';

describe('a due date that is over', () => {
  let now = new Date('2026-03-10T12:00:00Z');
  let mesh: QualityMesh;
  let tap: EventTap;
  before(async () => {
    mesh = await startQualityMesh({ clock: () => now });
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  beforeEach(() => {
    now = new Date('2026-03-10T12:00:00Z');
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const open = async (due_date: string | null, time_zone?: string) => {
    const api = mesh.api();
    if (time_zone) await mesh.identity.setOrganization({ id: api.orgId, name: 'Elsewhere', time_zone });
    const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.', due_date };
    const { id } = (await api.post('/v1/quality-events', body)).body.data as { id: string };
    /** Each once: an event may be delivered again. */
    const notices = () => {
      const found = tap.notices.filter(({ subject, type }) => subject === id && type === OVERDUE);
      return [...new Map(found.map((notice) => [notice.id, notice])).values()];
    };
    return {
      ...{ id, api, notices },
      patch: (change: object) => api.patch(`/v1/quality-events/${id}`, change),
      reported: (count: number) => eventually(`${count} notices`, () => notices().length === count),
      /** Resolves when nothing waits for a day that has come. */
      settled: () =>
        eventually('what is due is acted on', async () => {
          const waiting = { org_id: api.orgId, due_at: { $lte: now } };
          return (await mesh.database.collection('due_date').countDocuments(waiting)) === 0;
        }),
    };
  };

  it('is reported on the next day, with the current event, and without an audit entry', async () => {
    const { id, notices, reported } = await open('2026-03-11');
    now = new Date('2026-03-11T23:59:59.999Z');
    const other = await open('2026-03-10');
    await other.reported(1);
    expect(notices()).to.have.length(0);
    now = new Date('2026-03-12T00:00:00.000Z');
    await reported(1);
    const [notice] = notices();
    expect(notice?.data.audit).to.equal(null);
    expect(notice?.data.record).to.include({ id, due_date: '2026-03-11', status: 'draft', version: 1 });
  });

  for (const [zone, before, after] of [
    ['America/Los_Angeles', '2026-03-12T06:59:59.999Z', '2026-03-12T07:00:00.000Z'],
    ['Pacific/Auckland', '2026-03-11T10:59:59.999Z', '2026-03-11T11:00:00.000Z'],
  ] as const)
    it(`depends on the day of the organisation: ${zone}`, async () => {
      const { notices, reported } = await open('2026-03-11', zone);
      now = new Date(before);
      const other = await open('2026-03-08', zone);
      await other.reported(1);
      expect(notices()).to.have.length(0);
      now = new Date(after);
      await reported(1);
    });

  it('follows a change of the time zone within an hour', async () => {
    const { api, notices, reported } = await open('2026-03-11', 'America/Los_Angeles');
    now = new Date('2026-03-11T22:30:00.000Z');
    const other = await open('2026-03-08', 'America/Los_Angeles');
    await other.reported(1);
    await mesh.identity.setOrganization({ id: api.orgId, name: 'Elsewhere', time_zone: 'Europe/Berlin' });
    expect(notices()).to.have.length(0);
    now = new Date('2026-03-11T23:30:00.000Z');
    await reported(1);
  });

  it('is reported at once where it was in the past from the start', async () => {
    const { reported } = await open('2026-03-01');
    await reported(1);
  });

  it('is reported once by two replicas', async () => {
    const replica = await mesh.startReplica();
    try {
      const events = await Promise.all(Array.from({ length: 8 }, () => open('2026-03-01')));
      for (const { reported, settled } of events) {
        await reported(1);
        await settled();
      }
      const other = await open('2026-03-01');
      await other.reported(1);
      expect(events.flatMap(({ notices }) => notices())).to.have.length(8);
    } finally {
      await replica.stop();
    }
  });

  it('is reported again for a later date, and not for one that is set again', async () => {
    const { patch, reported, settled, notices } = await open('2026-03-01');
    await reported(1);
    await patch({ due_date: '2026-03-20' });
    now = new Date('2026-03-21T00:00:00Z');
    await reported(2);
    await patch({ due_date: '2026-03-01' });
    await settled();
    const other = await open('2026-03-01');
    await other.reported(1);
    expect(notices()).to.have.length(2);
  });

  for (const [what, change] of [
    ['was put off', { due_date: '2026-04-30' }],
    ['was removed', { due_date: null }],
  ] as const)
    it(`is not reported where it ${what} before`, async () => {
      const { patch, settled, notices } = await open('2026-03-11');
      await patch(change);
      now = new Date('2026-03-12T00:00:00Z');
      await settled();
      const other = await open('2026-03-01');
      await other.reported(1);
      expect(notices()).to.have.length(0);
    });

  it('is not reported for an event that was rejected before', async () => {
    const { patch, settled, notices } = await open('2026-03-11');
    await patch({ status: 'submitted' });
    await patch({ status: 'rejected', rejection_reason: 'Twice' });
    now = new Date('2026-03-12T00:00:00Z');
    await settled();
    const other = await open('2026-03-01');
    await other.reported(1);
    expect(notices()).to.have.length(0);
  });
});
