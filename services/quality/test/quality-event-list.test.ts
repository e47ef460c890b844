import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { type Client, type QualityMesh, startQualityMesh } from './mesh.ts';

describe('the list of quality events', () => {
  let now = new Date('2026-03-10T12:00:00Z');
  let mesh: QualityMesh;
  let api: Client;
  let ids: Record<'first' | 'second' | 'third', string>;
  let entities: string[];
  before(async () => {
    mesh = await startQualityMesh({ clock: () => now });
    api = mesh.api();
    const entity = mesh.entityApi(api.orgId);
    entities = [];
    for (const name of ['Acme', 'Bolt'])
      entities.push((await entity.post('/v1/entities', { type: 'supplier', name })).body.data.id);
    for (const id of ['usr_1', 'usr_2'])
      mesh.identity.setUser({ id, orgId: api.orgId, name: id, role: 'quality_specialist', password: id });
    const related = (...which: number[]) => which.map((index) => ({ type: 'supplier', id: entities[index] }));
    const create = async (body: object): Promise<string> => {
      const sent = { title: 'Event', description: 'It happened.', ...body };
      const answer = await api.post('/v1/quality-events', sent);
      now = new Date(now.getTime() + 1_000);
      return answer.body.data.id;
    };
    ids = {
      first: await create({
        ...{ type: 'deviation', priority: 'high', classification: 'critical', category: 'Storage' },
        ...{ assigned_to: 'usr_1', due_date: '2026-03-09', related_entities: related(0) },
      }),
      second: await create({
        ...{ type: 'complaint', classification: 'minor', category: 'Label', assigned_to: 'usr_2' },
        ...{ due_date: '2026-03-10', related_entities: related(0, 1) },
      }),
      third: await create({ type: 'audit_finding' }),
    };
    await api.patch(`/v1/quality-events/${ids.second}`, { status: 'submitted' });
  });
  beforeEach(() => {
    now = new Date('2026-03-10T12:00:00Z');
  });
  after(() => mesh.stop());

  const list = async (query: string, of = api) => {
    const { body } = await of.get(`/v1/quality-events?${query}`);
    expect(body.error, JSON.stringify(body)).to.equal(undefined);
    const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
    expect(body.meta.total).to.equal(body.data.length);
    return body.data.map(({ id }: { id: string }) => names[id]);
  };

  for (const [query, found] of [
    ['', ['third', 'second', 'first']],
    ['sort=created_at', ['first', 'second', 'third']],
    ['sort=due_date', ['first', 'second', 'third']],
    ['sort=-updated_at', ['second', 'third', 'first']],
    ['type=deviation', ['first']],
    ['type=deviation,complaint', ['second', 'first']],
    ['status=submitted', ['second']],
    ['status=draft,closed', ['third', 'first']],
    ['type=deviation,audit_finding&status=draft', ['third', 'first']],
    ['priority=medium', ['third', 'second']],
    ['priority=high,critical', ['first']],
    ['classification=critical,minor', ['second', 'first']],
    ['category=Storage,Label', ['second', 'first']],
    ['category=storage', []],
    ['assigned_to=usr_1', ['first']],
    ['assigned_to=usr_1,usr_2', ['second', 'first']],
    ['created_from=2026-03-10T12:00:01.000Z', ['third', 'second']],
    ['created_to=2026-03-10T12:00:01.000Z', ['second', 'first']],
    ['created_from=2026-03-10&created_to=2026-03-10', ['third', 'second', 'first']],
    ['created_from=2026-03-11', []],
    ['due_before=2026-03-10', ['first']],
    ['due_before=2026-03-11', ['second', 'first']],
    ['due_before=9999-12-31', ['second', 'first']],
    ['overdue=true', ['first']],
    ['overdue=false', ['third', 'second']],
    ['overdue=true&assigned_to=usr_2', []],
    ['q=HAPPEN', ['third', 'second', 'first']],
    ['q=dev-2026-0001', ['first']],
    ['q=event&type=complaint,deviation', ['second', 'first']],
    ['q=nothing', []],
  ] as const)
    it(`finds ${found.join(', ') || 'none'} for "${query}"`, async () => {
      expect(await list(query)).to.deep.equal(found);
    });

  it('dates no change before the one that it follows', async () => {
    const other = mesh.api();
    const opened = { type: 'deviation', title: 'Event', description: 'It happened.' };
    const { body } = await other.post('/v1/quality-events', opened);
    now = new Date(now.getTime() - 1_000);
    const changed = await other.patch(`/v1/quality-events/${body.data.id}`, { title: 'Changed' });
    expect(changed.body.data).to.include({ version: 2, updated_at: body.data.created_at });
  });

  it('finds the events of an entity', async () => {
    expect(await list(`related_entity_id=${entities[1]}`)).to.deep.equal(['second']);
    expect(await list(`related_entity_id=${entities.join(',')}`)).to.deep.equal(['second', 'first']);
    expect(await list(`related_entity_id=${newId('entity')}`)).to.deep.equal([]);
  });

  it('combines all filters', async () => {
    const query = [
      ...['type=deviation', 'status=draft', 'priority=high', 'classification=critical', 'category=Storage'],
      ...['assigned_to=usr_1', `related_entity_id=${entities[0]}`, 'due_before=2026-04-01', 'overdue=true'],
      ...['created_from=2026-03-10', 'created_to=2026-03-11'],
    ];
    expect(await list(query.join('&'))).to.deep.equal(['first']);
    expect(await list([...query, 'sort=due_date'].join('&').replace('=high', '=low'))).to.deep.equal([]);
  });

  it('finds overdue events at the time of the read, without a job', async () => {
    now = new Date('2026-03-09T23:59:59.999Z');
    expect(await list('overdue=true')).to.deep.equal([]);
    now = new Date('2026-03-11T00:00:00.000Z');
    expect(await list('overdue=true')).to.deep.equal(['second', 'first']);
  });

  it('finds overdue events by the day of the organisation', async () => {
    const other = mesh.api();
    await mesh.identity.setOrganization({ id: other.orgId, name: 'Elsewhere', time_zone: 'America/Los_Angeles' });
    const opened = { type: 'deviation', title: 'Event', description: 'It happened.', due_date: '2026-03-10' };
    await other.post('/v1/quality-events', opened);
    const overdue = async () => (await other.get('/v1/quality-events?overdue=true')).body.meta.total;
    const counted = async () => (await other.get('/v1/quality-events/metrics')).body.data.summary.overdue_events;
    now = new Date('2026-03-11T06:59:59.999Z');
    expect([await overdue(), await counted()]).to.deep.equal([0, 0]);
    now = new Date('2026-03-11T07:00:00.000Z');
    expect([await overdue(), await counted()]).to.deep.equal([1, 1]);
  });

  it('does not count what is rejected as overdue', async () => {
    const other = mesh.api();
    const body = { type: 'deviation', title: 'Late', description: 'It is late.', due_date: '2026-03-01' };
    const { id } = (await other.post('/v1/quality-events', body)).body.data;
    const overdue = async () => (await other.get('/v1/quality-events?overdue=true')).body.meta.total;
    expect(await overdue()).to.equal(1);
    await other.patch(`/v1/quality-events/${id}`, { status: 'submitted' });
    await other.patch(`/v1/quality-events/${id}`, { status: 'rejected', rejection_reason: 'Twice' });
    expect(await overdue()).to.equal(0);
    expect((await other.get('/v1/quality-events?overdue=false')).body.meta.total).to.equal(1);
  });

  it('finds a category with a comma or a backslash by escaping it', async () => {
    const other = mesh.api();
    const body = { type: 'deviation', title: 'Named', description: 'It is named.' };
    for (const category of ['Label, print', 'Label', 'print', 'a\\b'])
      await other.post('/v1/quality-events', { ...body, category });
    const found = async (category: string) => {
      const { data } = (await other.get(`/v1/quality-events?category=${encodeURIComponent(category)}`)).body;
      return data.map((event: { category: string }) => event.category).toSorted();
    };
    expect(await found('Label\\, print')).to.deep.equal(['Label, print']);
    expect(await found('Label, print')).to.deep.equal(['Label', 'print']);
    expect(await found('a\\\\b,Label\\, print')).to.deep.equal(['Label, print', 'a\\b']);
    expect(await found('a\\b')).to.deep.equal(['a\\b']);
  });

  it('is paged', async () => {
    const { body } = await api.get('/v1/quality-events?per_page=2&page=2');
    expect(body.meta).to.deep.equal({ total: 3, page: 2, per_page: 2, total_pages: 2 });
    expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal([ids.first]);
  });

  it('contains nothing of another organisation', async () => {
    expect(await list('', mesh.api())).to.deep.equal([]);
  });

  for (const query of [
    ...['state=draft', 'type=incident', 'status=pending_approval', 'due_before=soon', 'overdue=yes', 'per_page=101'],
    ...['sort=title', 'category=', 'priority=high,urgent'],
  ])
    it(`refuses "${query}"`, async () => {
      const { status, body } = await api.get(`/v1/quality-events?${query}`);
      expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
    });
});
