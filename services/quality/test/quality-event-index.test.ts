import { CLASSIFICATIONS, newId, PRIORITIES, QUALITY_EVENT_STATUSES, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { expect } from 'chai';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { storedEvent } from './stored-event.ts';

const EVENTS = 100_000;
const BATCH = 5_000;
const TODAY = '2026-03-10';
const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('2020-01-01');

type Profile = {
  command: Record<string, unknown>;
  planSummary: string;
  hasSortStage?: boolean;
  keysExamined: number;
  docsExamined: number;
  nreturned: number;
};

/** The value that falls to an index: as by chance, and the same each time. */
const fallsTo = <Value>(values: readonly Value[], index: number, list: number): Value => {
  const mixed = Math.imul(Math.imul(index + 1, 0x9e3779b1) ^ (list * 0x85ebca6b), 0xc2b2ae35);
  return values[((mixed ^ (mixed >>> 15)) >>> 0) % values.length] as Value;
};

const dayAfter = (ms: number, days: number): string => new Date(ms + days * DAY_MS).toISOString().slice(0, 10);

const MANY = [...CLASSIFICATIONS, null];
const CATEGORIES = Array.from({ length: 20 }, (_, index) => `category ${index}`);
const USERS = Array.from({ length: 25 }, (_, index) => `usr_${index}`);
const SUPPLIERS = Array.from({ length: 250 }, (_, index) => `ent_${index}`);

/** Nine in ten are closed, as in an organisation of some years. */
const STATUSES = QUALITY_EVENT_STATUSES.flatMap((status) =>
  Array<typeof status>(status === 'closed' ? 72 : 1).fill(status),
);

describe('the indexes of quality events, at 100,000 events', function () {
  this.timeout(1_200_000);
  const orgId = newId('organization');
  let mesh: QualityMesh;

  const event = (index: number) => {
    const at = FIRST_MS + index * 1_800_000;
    const status = fallsTo(STATUSES, index, 7);
    return storedEvent(orgId, {
      type: fallsTo(QUALITY_EVENT_TYPES, index, 1),
      status,
      priority: fallsTo(PRIORITIES, index, 5),
      classification: fallsTo(MANY, index, 3),
      category: fallsTo(CATEGORIES, index, 11),
      assigned_to: fallsTo(USERS, index, 13),
      related_entities: [{ type: 'supplier', id: fallsTo(SUPPLIERS, index, 17), name: 'Acme' }],
      due_date: index % 4 === 0 ? null : dayAfter(at, 30),
      created_at: new Date(at),
      updated_at: new Date(at + (index % 100) * DAY_MS),
      ended_at: status === 'closed' || status === 'rejected' ? new Date(at) : null,
    });
  };

  before(async () => {
    mesh = await startQualityMesh({ clock: () => new Date(`${TODAY}T12:00:00Z`), workflowPort: async () => 1 });
    for (let from = 0; from < EVENTS; from += BATCH)
      await mesh.database
        .collection('quality_event')
        .insertMany(Array.from({ length: BATCH }, (_, index) => event(from + index)) as never[]);
  });
  after(() => mesh.stop());

  /** What the database did for a list over HTTP: for its page, and for its count. */
  const profiled = async (query: string) => {
    const database = mesh.database.getClient().db(mesh.database.name);
    await database.command({ profile: 2 });
    const { status, body } = await mesh.api({ orgId }).get(`/v1/quality-events?${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    await database.command({ profile: 0 });
    const profiles = (await database
      .collection('system.profile')
      .find({ ns: `${mesh.database.name}.quality_event` })
      .toArray()) as unknown as Profile[];
    await database.dropCollection('system.profile');
    const of = (command: string) => profiles.find((profile) => command in profile.command) as Profile;
    return { page: of('find'), count: of('aggregate'), total: body.meta.total as number };
  };

  /** The most keys that one page may look at. */
  for (const [query, keys] of [
    ['sort=-created_at', 30],
    ['sort=created_at', 30],
    ['sort=-updated_at', 30],
    ['sort=due_date', 30],
    ['type=deviation', 40],
    ['status=closed', 40],
    ['type=deviation&status=investigation', 30],
    ['type=deviation,complaint&status=draft,submitted&sort=created_at', 40],
    ['priority=critical', 40],
    ['classification=critical', 40],
    ['classification=critical,major&priority=high', 40],
    ['category=category%207', 30],
    ['assigned_to=usr_7', 30],
    ['assigned_to=usr_7,usr_8', 40],
    ['related_entity_id=ent_7', 30],
    ['related_entity_id=ent_7,ent_8', 40],
    ['overdue=true&sort=due_date', 30],
    ['overdue=true', 1_000],
    ['overdue=false', 300],
    ['due_before=2020-03-01&sort=due_date', 40],
    ['created_from=2024-01-01&created_to=2024-02-01', 40],
    ['created_from=2024-01-01&type=deviation&status=closed', 40],
    ['created_from=2020-02-01&sort=updated_at', 10_000],
    ['assigned_to=usr_7&status=investigation', 5_000],
    ['category=category%207&type=deviation&priority=high', 6_000],
    ['assigned_to=usr_7&overdue=true', 5_000],
    ['type=deviation&overdue=true', 5_000],
  ] as const)
    it(`answers ${query} from an index, without a sort in memory`, async () => {
      const { page } = await profiled(query);
      expect(page.planSummary).to.match(/^IXSCAN/);
      expect(page.hasSortStage ?? false, page.planSummary).to.equal(false);
      expect(page.keysExamined, page.planSummary).to.be.at.most(keys);
      expect([page.nreturned, page.docsExamined]).to.deep.equal([25, 25]);
    });

  for (const query of [
    'due_before=2020-03-01',
    'related_entity_id=ent_7&overdue=true',
    'type=deviation&status=investigation&priority=high&classification=major&overdue=true',
  ])
    it(`examines few keys for ${query}, whatever matches`, async () => {
      const { page, total } = await profiled(query);
      expect(total).to.be.above(0);
      expect(page.planSummary).to.match(/^IXSCAN/);
      expect(page.keysExamined, page.planSummary).to.be.at.most(6_000);
    });

  const all = [
    ...['type=deviation,complaint', 'status=investigation,draft', 'priority=high,low', 'classification=major,minor'],
    ...['category=category%207,category%208', 'assigned_to=usr_7,usr_8,usr_9', 'related_entity_id=ent_7,ent_8'],
    ...['due_before=2030-01-01', 'overdue=true', 'created_from=2020-01-01'],
  ];

  it('answers all filters together from the keys of one index', async () => {
    const { page, count } = await profiled(all.join('&'));
    expect([page.hasSortStage ?? false, page.docsExamined]).to.deep.equal([false, page.nreturned]);
    expect(page.keysExamined).to.be.at.most(2_000);
    expect(count.keysExamined).to.be.at.most(2_000);
  });

  for (const left of all)
    it(`answers them without ${left.split('=')[0]} from the keys of one index`, async () => {
      const { page } = await profiled(all.filter((one) => one !== left).join('&'));
      expect([page.hasSortStage ?? false, page.docsExamined]).to.deep.equal([false, page.nreturned]);
      expect(page.keysExamined, page.planSummary).to.be.at.most(12_000);
    });

  for (const [query, keys] of [
    ['priority=high', 30_000],
    ['category=category%207&status=closed', 6_000],
    ['assigned_to=usr_7&overdue=true', 5_000],
    ['overdue=true', 10_000],
    ['due_before=2022-01-01&type=deviation', 50_000],
    ['created_from=2024-01-01&created_to=2024-02-01', 3_000],
    ['type=deviation&status=closed&priority=high&classification=major', 5_000],
  ] as const)
    it(`counts ${query} in the keys of an index and fetches nothing`, async () => {
      const { count, total } = await profiled(query);
      expect(count.docsExamined, count.planSummary).to.equal(0);
      expect(count.keysExamined, count.planSummary).to.be.at.most(keys);
      expect(total).to.be.above(0);
    });

  for (const query of ['', 'type=deviation', 'status=closed', 'type=deviation,complaint&status=draft,closed'])
    it(`counts no event for "${query}", which has a running total`, async () => {
      expect((await profiled(query)).count).to.equal(undefined);
    });
});
