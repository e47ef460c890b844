import { newId } from '@qsc/contracts';
import { startTcpProxy } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Client, type QualityMesh, startQualityMesh } from './mesh.ts';

const TYPES = { deviation: 'DEV', audit_finding: 'AF', complaint: 'CMP', change_request: 'CR' } as const;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the numbers of quality events', () => {
  let now = new Date('2026-12-31T23:59:59.999Z');
  let mesh: QualityMesh;
  before(async () => {
    mesh = await startQualityMesh({ clock: () => now });
  });
  beforeEach(() => {
    now = new Date('2026-12-31T23:59:59.999Z');
  });
  after(() => mesh.stop());

  const create = (api: Client, type = 'deviation', headers: Record<string, string> = {}) =>
    api.post('/v1/quality-events', { type, title: 'Deviation', description: 'It deviates.' }, { headers });

  const createNumbered = async (api: Client, type = 'deviation') =>
    (await create(api, type)).body.data.number as string;

  const stored = async (api: Client) => {
    const rows = await mesh.database.collection('quality_event').find({ org_id: api.orgId }).toArray();
    return rows.map(({ number }) => number as string).toSorted();
  };

  const series = (count: number) => upTo(count).map((index) => `DEV-2026-${String(index).padStart(4, '0')}`);

  it('start at 1 in each type and organisation', async () => {
    const api = mesh.api();
    for (const [type, prefix] of Object.entries(TYPES)) {
      expect(await createNumbered(api, type)).to.equal(`${prefix}-2026-0001`);
      expect(await createNumbered(api, type)).to.equal(`${prefix}-2026-0002`);
    }
    expect(await createNumbered(mesh.api())).to.equal('DEV-2026-0001');
  });

  for (const [zone, last, first] of [
    ['UTC', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
    ['Asia/Tokyo', '2026-12-31T14:59:59.999Z', '2026-12-31T15:00:00.000Z'],
  ] as const)
    it(`start again with the year of the organisation: ${zone}`, async () => {
      const api = mesh.api();
      await mesh.identity.setOrganization({ id: api.orgId, name: 'Elsewhere', time_zone: zone });
      now = new Date(last);
      expect(await createNumbered(api)).to.equal('DEV-2026-0001');
      now = new Date(first);
      expect(await createNumbered(api)).to.equal('DEV-2027-0001');
    });

  it('have more digits after the 9999th', async () => {
    const api = mesh.api();
    await createNumbered(api);
    await mesh.database
      .collection('number_series')
      .updateOne({ org_id: api.orgId }, { $set: { last: 9_999 }, $inc: { version: 1 } });
    expect(await createNumbered(api)).to.equal('DEV-2026-10000');
  });

  it('have no gap for a refused creation, and none for a repeated one', async () => {
    const api = mesh.api();
    const headers = { 'idempotency-key': newId('request') };
    const answers = await Promise.all([
      ...upTo(10).map(() => create(api)),
      ...upTo(5).map(() => api.post('/v1/quality-events', { type: 'deviation' })),
    ]);
    expect(answers.filter(({ status }) => status === 201)).to.have.length(10);
    const first = await create(api, 'deviation', headers);
    expect((await create(api, 'deviation', headers)).body).to.deep.equal(first.body);
    expect(await stored(api)).to.deep.equal(series(11));
  });

  it('are unique and without gaps when 20 are created at once at two replicas', async () => {
    const replica = await mesh.startReplica();
    try {
      const api = mesh.api();
      const other = mesh.api({ orgId: api.orgId }, replica);
      const answers = await Promise.all(upTo(20).map((index) => create(index % 2 === 0 ? api : other)));
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
      expect(answers.map(({ body }) => body.data.number).toSorted()).to.deep.equal(series(20));
      expect(await stored(api)).to.deep.equal(series(20));
    } finally {
      await replica.stop();
    }
  });

  it('have no gap where a replica loses its database during creations', async () => {
    const { MONGODB_URI } = mesh.config;
    const { hostname, port, pathname } = new URL(MONGODB_URI);
    const wire = await startTcpProxy({ host: hostname, port: Number(port) });
    const uri = `mongodb://127.0.0.1:${wire.port}${pathname}?directConnection=true`;
    const replica = await mesh.startReplica({ MONGODB_URI: uri });
    const api = mesh.api();
    const other = mesh.api({ orgId: api.orgId }, replica);
    try {
      await create(other);
      const created = upTo(12).map((index) => create(index % 2 === 0 ? api : other).catch(() => null));
      await Promise.race(created);
      wire.cut();
      const answers = await Promise.all(created);
      const acknowledged = answers.flatMap((answer) => (answer?.status === 201 ? [answer.body.data.number] : []));
      await create(api);
      const numbers = await stored(api);
      expect(numbers).to.deep.equal(series(numbers.length));
      expect(numbers).to.include.members(acknowledged);
    } finally {
      wire.restore();
      await replica.stop();
      await wire.close();
    }
  });
});
