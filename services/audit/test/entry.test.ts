import type { AuditAction } from '@qsc/contracts';
import { expect } from 'chai';
import { type AuditFixture, makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const SIGNED = { required: true, signed: true, signature_id: 'sig_1', meaning: 'approved' };

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

type Given = [action: AuditAction, entityId: string, entityType: string, user: string, more?: object];

/** An organisation's log, a minute between each entry and the next. */
const SIX: Given[] = [
  ['create', 'ent_a', 'supplier', 'usr_a'],
  ['update', 'ent_a', 'supplier', 'usr_b'],
  ['create', 'ent_b', 'product', 'usr_a'],
  ['sign', 'ent_b', 'product', 'usr_c', { signature: SIGNED }],
  ['delete', 'ent_a', 'supplier', 'usr_b'],
  ['login', 'usr_a', 'user', 'usr_a', { entity_version: null }],
];

describe('audit log entries', () => {
  let audit: AuditFixture;
  let org: string;

  before(async () => {
    audit = await startAudit();
    org = newOrg();
    const events = SIX.map(([action, entity_id, entity_type, user, more], index) =>
      makeActEvent(org, { time: at(index + 1), action, entity_id, entity_type, user: { id: user }, ...more }),
    );
    await audit.publish(...events);
    await audit.recorded(org, 6);
  });
  after(() => audit.stop());

  const list = async (query: string, path = '/audit-logs') => {
    const { status, body } = await audit.api(org).get(`${path}?${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return { sequences: body.data.map((entry: { sequence: number }) => entry.sequence), meta: body.meta };
  };

  it('shows an entry as the specification does, with its place in the chain', async () => {
    const own = newOrg();
    const metadata = {
      reason: 'audit finding',
      workflow_state: 'qualified',
      request_id: 'req_1',
      details: { failed: true },
    };
    const changes = { 'attributes.risk_level': { from: 'low', to: 'high' } };
    const event = makeActEvent(own, {
      time: '2026-03-01T10:00:00.123Z',
      action: 'transition',
      changes,
      metadata,
      signature: SIGNED,
    });
    const began = Date.now();
    await audit.publish(event);
    await audit.recorded(own, 1);
    const [entry] = (await audit.api(own).get('/audit-logs')).body.data;
    const { hash, recorded_at, ...rest } = entry;
    expect(hash).to.match(/^[0-9a-f]{64}$/);
    expect(Date.parse(recorded_at)).to.be.within(began, Date.now());
    expect(rest).to.deep.equal({
      id: event.id.replace('evt_', 'log_'),
      timestamp: '2026-03-01T10:00:00.123Z',
      action: 'transition',
      entity_type: 'supplier',
      entity_id: 'ent_1',
      entity_name: 'Acme Pharma',
      entity_version: 1,
      user: { id: 'usr_1', email: 'ann@example.test', name: 'Ann', role: 'quality_manager' },
      client: { ip_address: '192.0.2.7', user_agent: 'test', api_key_id: null },
      changes,
      metadata,
      signature: SIGNED,
      org_id: own,
      event_id: event.id,
      sequence: 1,
      previous_hash: '0'.repeat(64),
    });
    expect((await audit.api(own).get(`/audit-logs/${entry.id}`)).body.data).to.deep.equal(entry);
  });

  const FILTERS: Record<string, number[]> = {
    '': [6, 5, 4, 3, 2, 1],
    'sort=timestamp': [1, 2, 3, 4, 5, 6],
    'sort=-timestamp': [6, 5, 4, 3, 2, 1],
    'entity_type=product': [4, 3],
    'entity_type=product,user': [6, 4, 3],
    'entity_id=ent_a': [5, 2, 1],
    'action=create': [3, 1],
    'action=create, sign,delete': [5, 4, 3, 1],
    'user_id=usr_a': [6, 3, 1],
    'user_id=usr_b,usr_c': [5, 4, 2],
    'has_signature=true': [4],
    'has_signature=false': [6, 5, 3, 2, 1],
    [`from=${at(3)}`]: [6, 5, 4, 3],
    [`to=${at(3)}`]: [3, 2, 1],
    [`from=${at(2)}&to=${at(4)}`]: [4, 3, 2],
    'from=2026-03-01T12:03:00%2B02:00&to=2026-03-01T12:03:00%2B02:00': [3],
    [`entity_type=supplier&action=update,delete&user_id=usr_b&from=${at(3)}&has_signature=false`]: [5],
    'entity_id=ent_nobody': [],
  };
  for (const [query, expected] of Object.entries(FILTERS))
    it(`lists by ${query || 'nothing'}`, async () => {
      const { sequences, meta } = await list(query);
      expect(sequences).to.deep.equal(expected);
      expect(meta).to.deep.equal({
        total: expected.length,
        page: 1,
        per_page: 25,
        total_pages: expected.length > 0 ? 1 : 0,
      });
    });

  it('pages through the list', async () => {
    expect(await list('page=2&per_page=4')).to.deep.equal({
      sequences: [2, 1],
      meta: { total: 6, page: 2, per_page: 4, total_pages: 2 },
    });
    expect((await list('page=3&per_page=4')).sequences).to.deep.equal([]);
  });

  it("lists a user's entries", async () => {
    const path = '/audit-logs/user/usr_a';
    expect((await list('', path)).sequences).to.deep.equal([6, 3, 1]);
    expect((await list('action=create,login&per_page=2', path)).sequences).to.deep.equal([6, 3]);
    expect((await list(`from=${at(2)}&to=${at(5)}`, path)).sequences).to.deep.equal([3]);
    expect((await list('', '/audit-logs/user/usr_nobody')).meta).to.include({ total: 0 });
  });

  const REFUSED: Record<string, string> = {
    'entitytype=product': 'entitytype',
    'entity_type=devation': 'entity_type',
    'entity_type=deviation,devation': 'entity_type',
    'action=invented': 'action',
    'action=': 'action',
    'from=yesterday': 'from',
    'from=2026-13-01T00:00:00Z': 'from',
    [`from=${at(4)}&to=${at(2)}`]: 'to',
    'has_signature=maybe': 'has_signature',
    'per_page=101': 'per_page',
    'page=0': 'page',
    'sort=hash': 'sort',
    'entity_id=a&entity_id=b': 'entity_id',
  };
  for (const [query, field] of Object.entries(REFUSED))
    it(`refuses ${query}`, async () => {
      const { status, body } = await audit.api(org).get(`/audit-logs?${query}`);
      expect(status).to.equal(422);
      expect(body.error.code).to.equal('validation_failed');
      expect(body.error.details.fields[0].field).to.equal(field);
    });

  it('says what a time is where it refuses one', async () => {
    const period = { from: '2026-03-01T12:00:00+02:00', to: 'yesterday', format: 'csv' };
    const searched = await audit.api(org).get(`/audit-logs?from=${period.from}`);
    const exported = await audit.api(org).post('/audit-logs/export', period);
    for (const { status, body } of [searched, exported]) {
      expect(status).to.equal(422);
      expect(body.error.message).to.match(/^(from|to): An instant with its offset/);
    }
  });

  it('shows nothing to another organisation', async () => {
    const other = newOrg();
    const [entry] = (await audit.api(org).get('/audit-logs')).body.data;
    expect((await audit.api(other).get('/audit-logs')).body.data).to.deep.equal([]);
    expect((await audit.api(other).get('/audit-logs/user/usr_a')).body.data).to.deep.equal([]);
    for (const path of [`/audit-logs/${entry.id}`, '/audit-logs/entity/ent_a', '/audit-logs/log_unknown']) {
      const { status, body } = await audit.api(other).get(path);
      expect(status).to.equal(404);
      expect(body.error.code).to.equal('not_found');
    }
  });

  it('asks for a credential and for the scope on every path', async () => {
    const paths = ['', '/log_1', '/entity/ent_a', '/user/usr_a', '/verify', '/checkpoint-key'].map(
      (path) => `/audit-logs${path}`,
    );
    const weak = audit.identity.token({ orgId: org, scopes: ['entities:read', 'admin:read'] });
    const viewer = audit.identity.token({ orgId: org, role: 'viewer' });
    for (const path of paths) {
      expect((await audit.api(org).as(null).get(path)).status, path).to.equal(401);
      for (const token of [weak, viewer]) {
        const { status, body } = await audit.api(org).as(token).get(path);
        expect(status, path).to.equal(403);
        expect(body.error.details.required_scope).to.equal('audit-logs:read');
      }
    }
  });

  it('has no route that changes or deletes an entry', async () => {
    const api = audit.api(org);
    const [entry] = (await api.get('/audit-logs')).body.data;
    for (const path of ['/audit-logs', `/audit-logs/${entry.id}`, '/audit-logs/entity/ent_a', '/audit-logs/verify'])
      for (const answer of [
        await api.post(path, {}),
        await api.put(path, {}),
        await api.patch(path, {}),
        await api.delete(path),
      ]) {
        expect(answer.status, path).to.equal(405);
        expect(answer.headers.get('allow')).to.equal('GET');
      }
    expect((await api.get(`/audit-logs/${entry.id}`)).body.data).to.deep.equal(entry);
  });

  it('records no entry of its own reading', async () => {
    const before = (await list('')).meta.total;
    await audit.api(org).get('/audit-logs/verify');
    expect((await list('')).meta.total).to.equal(before);
  });

  it('reports what it recorded in its metrics, and describes its routes', async () => {
    const { origin } = audit;
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    for (const name of [
      'audit_entries_recorded_total',
      'audit_batch_entries',
      'audit_lag_seconds',
      'audit_messages_parked_total',
    ])
      expect(metrics).to.match(new RegExp(`^${name}{.*} \\d`, 'm'));
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as { paths: Record<string, unknown> };
    expect(Object.keys(document.paths)).to.include.members([
      '/v1/audit-logs',
      '/v1/audit-logs/verify',
      '/v1/audit-logs/{entry_id}',
    ]);
  });
});
