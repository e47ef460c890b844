import { newId } from '@qsc/contracts';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import type { QualityEvent } from '../src/quality-event/quality-event.ts';
import { startQualityMesh } from './mesh.ts';
import { storedEvent } from './stored-event.ts';

/** A Wednesday of the first week of 2027; the year before it has 53 weeks. */
const NOW = new Date('2027-01-06T12:00:00Z');

const DAY_MS = 86_400_000;

const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

describe('the metrics of quality events', () => {
  const mesh = startBeforeTests(() => startQualityMesh({ clock: () => NOW, workflowPort: async () => 1 }));

  /** The metrics of an organisation that has these events. */
  const readMetrics = async (events: Partial<QualityEvent>[], query = '') => {
    const orgId = newId('organization');
    const stored = events.map((event) => storedEvent(orgId, { created_at: daysAgo(1), ...event }));
    if (stored.length > 0) await mesh.database.collection('quality_event').insertMany(stored as never[]);
    const { status, body } = await mesh.api({ orgId }).get(`/v1/quality-events/metrics${query}`);
    expect(status).to.equal(200);
    return body.data;
  };

  it('of an organisation without events are zero, and null where there is nothing to average', async () => {
    const { by_type, by_classification, ...metrics } = await readMetrics([]);
    expect(metrics).to.deep.include({
      period: '30d',
      summary: {
        total_events: 0,
        open_events: 0,
        closed_events: 0,
        overdue_events: 0,
        average_closure_days: null,
      },
    });
    expect(by_type.change_request).to.deep.equal({ total: 0, open: 0 });
    expect(by_classification).to.deep.equal({ critical: 0, major: 0, minor: 0, observation: 0 });
  });

  for (const [period, days] of [
    ['30d', 30],
    ['90d', 90],
    ['1y', 365],
  ] as const)
    it(`count what was created in the last ${days} days for ${period}`, async () => {
      const events = [daysAgo(days), daysAgo(days + 0.01), new Date(NOW.getTime() + 1)];
      const { summary } = await readMetrics(
        events.map((created_at) => ({ created_at })),
        `?period=${period}`,
      );
      expect(summary.total_events).to.equal(1);
    });

  it('count a rejected event as closed, and average the days until the end to a tenth', async () => {
    const { summary } = await readMetrics([
      { created_at: daysAgo(10), status: 'closed', ended_at: daysAgo(9) },
      { created_at: daysAgo(10), status: 'rejected', ended_at: daysAgo(7.5) },
      { created_at: daysAgo(10), status: 'verification' },
    ]);
    expect(summary).to.deep.include({ total_events: 3, open_events: 1, closed_events: 2, average_closure_days: 1.8 });
  });

  it('average nothing where nothing has ended', async () => {
    expect((await readMetrics([{}])).summary.average_closure_days).to.equal(null);
  });

  it('call an open event overdue from the day after its due date on', async () => {
    const { summary } = await readMetrics([
      { due_date: '2027-01-05' },
      { due_date: '2027-01-06' },
      { due_date: '2027-01-05', status: 'closed', ended_at: daysAgo(0) },
      { due_date: '2026-12-01', status: 'rejected', ended_at: daysAgo(0) },
      {},
    ]);
    expect(summary.overdue_events).to.equal(1);
  });

  it('are grouped by type, with open events, and by classification', async () => {
    const { by_type, by_classification } = await readMetrics([
      { type: 'complaint', classification: 'critical' },
      { type: 'complaint', classification: 'minor', status: 'closed', ended_at: daysAgo(0) },
      { type: 'capa', classification: 'critical' },
      { type: 'audit_finding' },
    ]);
    expect(by_type).to.deep.equal({
      deviation: { total: 0, open: 0 },
      capa: { total: 1, open: 1 },
      audit_finding: { total: 1, open: 1 },
      complaint: { total: 2, open: 1 },
      change_request: { total: 0, open: 0 },
    });
    expect(by_classification).to.deep.equal({ critical: 2, major: 0, minor: 1, observation: 0 });
  });

  it('are grouped by category on request, whatever a category is called', async () => {
    const events = [
      { category: 'labelling.eu' },
      { category: 'labelling.eu', status: 'closed', ended_at: daysAgo(0) } as const,
      ...['$sum', '__proto__', 'Storage, cold'].map((category) => ({ category })),
      {},
    ];
    const { by_category } = await readMetrics(events, '?group_by=category');
    expect(Object.entries(by_category)).to.have.deep.members([
      ['labelling.eu', { total: 2, open: 1 }],
      ...['$sum', '__proto__', 'Storage, cold'].map((category) => [category, { total: 1, open: 1 }]),
    ]);
    for (const other of ['', '?group_by=type', '?group_by=classification'])
      expect(await readMetrics(events, other)).not.to.have.property('by_category');
  });

  it('name every ISO week, over the end of a year with 53 weeks, also those without events', async () => {
    const { trends } = await readMetrics([
      { created_at: new Date('2026-12-13T23:59:59.999Z') },
      { created_at: new Date('2026-12-28T00:00:00Z') },
      { created_at: new Date('2027-01-03T23:59:59.999Z') },
      { created_at: new Date('2027-01-04T00:00:00Z') },
    ]);
    expect(trends.events_by_week).to.deep.equal([
      { week: '2026-W50', count: 1 },
      { week: '2026-W51', count: 0 },
      { week: '2026-W52', count: 0 },
      { week: '2026-W53', count: 2 },
      { week: '2027-W01', count: 1 },
    ]);
  });

  it('lose no event between the weeks of a year', async () => {
    const { summary, trends } = await readMetrics(
      Array.from({ length: 366 }, (_, day) => ({ created_at: daysAgo(day) })),
      '?period=1y',
    );
    const counts = trends.events_by_week.map(({ count }: { count: number }) => count);
    expect(summary.total_events).to.equal(366);
    expect(counts.slice(1, -1)).to.deep.equal(Array(51).fill(7));
    expect([counts[0], counts.at(-1)]).to.deep.equal([6, 3]);
  });

  it('leave out the events of another organisation', async () => {
    await readMetrics([{}, {}]);
    expect((await readMetrics([{}])).summary.total_events).to.equal(1);
  });

  it('refuse an unknown period, group and parameter', async () => {
    for (const query of ['period=7d', 'group_by=status', 'periode=30d']) {
      const { status, body } = await mesh.api().get(`/v1/quality-events/metrics?${query}`);
      expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
    }
  });

  it('need permission to read quality events', async () => {
    const { status } = await mesh.api({ scopes: ['entities:read'] }).get('/v1/quality-events/metrics');
    expect(status).to.equal(403);
  });
});
