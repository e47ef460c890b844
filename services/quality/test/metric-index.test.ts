import { CLASSIFICATIONS, newId, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { expect } from 'chai';
import { METRIC_KEYS } from '../src/metric/metric.ts';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { storedEvent } from './stored-event.ts';

const EVENTS = 5_000;
const BATCH = 5_000;
const CATEGORIES = 40;
const DAY_MS = 86_400_000;

type Profile = { planSummary: string; keysExamined: number; docsExamined: number };

describe(`the metrics of ${EVENTS} quality events`, () => {
  const orgId = newId('organization');
  const now = Date.now();
  let mesh: QualityMesh;

  const event = (index: number) => {
    const created_at = new Date(now - (index / EVENTS) * 365 * DAY_MS);
    return storedEvent(index % 10 === 9 ? newId('organization') : orgId, {
      type: QUALITY_EVENT_TYPES[index % QUALITY_EVENT_TYPES.length] ?? 'deviation',
      classification: CLASSIFICATIONS[index % 7] ?? null,
      category: index % 3 === 0 ? null : `Category ${index % CATEGORIES}`,
      due_date: index % 2 === 0 ? created_at.toISOString().slice(0, 10) : null,
      created_at,
      ended_at: index % 4 === 0 ? null : created_at,
    });
  };

  before(async () => {
    mesh = await startQualityMesh({ workflowPort: async () => 1 });
    for (let from = 0; from < EVENTS; from += BATCH)
      await mesh.database
        .collection('quality_event')
        .insertMany(Array.from({ length: BATCH }, (_, index) => event(from + index)) as never[]);
  });
  after(() => mesh.stop());

  /** What the database did for metrics over HTTP. */
  const profiled = async (query: string): Promise<{ profiles: Profile[]; total: number }> => {
    const database = mesh.database.getClient().db(mesh.database.name);
    await database.command({ profile: 2 });
    const { body } = await mesh.api({ orgId }).get(`/v1/quality-events/metrics?${query}`);
    await database.command({ profile: 0 });
    const profiles = await database
      .collection('system.profile')
      .find({ ns: `${mesh.database.name}.quality_event`, 'command.aggregate': { $exists: true } })
      .toArray();
    await database.dropCollection('system.profile');
    return { profiles: profiles as unknown as Profile[], total: body.data.summary.total_events };
  };

  for (const [query, passes] of [
    ['period=1y', 1],
    ['period=90d', 1],
    ['period=30d&group_by=type', 1],
    ['period=1y&group_by=category', 2],
  ] as const)
    it(`for ${query} come from the keys of one index, within the period, and fetch no event`, async () => {
      const { profiles, total } = await profiled(query);
      expect(total).to.be.above(0);
      expect(profiles).to.have.length(passes);
      for (const { planSummary, keysExamined, docsExamined } of profiles) {
        expect(planSummary).to.equal(
          `IXSCAN { ${Object.keys(METRIC_KEYS)
            .map((key) => `${key}: 1`)
            .join(', ')} }`,
        );
        expect(docsExamined).to.equal(0);
        expect(keysExamined).to.be.at.most(total + 1);
      }
    });
});
