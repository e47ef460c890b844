import { newId } from '@qsc/contracts';
import { apiClient, eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Person, readInstance, startWorkflowMesh, transition } from './mesh.ts';

const states = (more: object = {}) => [
  { id: 'registered', name: 'Registered', type: 'initial', allowed_transitions: ['in_use'], ...more },
  { id: 'in_use', name: 'In use', type: 'intermediate', allowed_transitions: ['retired'] },
  { id: 'retired', name: 'Retired', type: 'final' },
];

const equipment = (more: object = {}) => ({
  name: 'Equipment',
  description: 'From its registration to its end',
  entity_types: ['equipment'],
  states: states(),
  ...more,
});

describe('the definitions of workflows', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  const admin = (orgId?: string) => mesh.person({ role: 'system_admin', ...(orgId ? { orgId } : {}) });

  const define = async (by: Person, more: object = {}) => {
    const { status, body } = await by.workflow.post('/v1/workflows', equipment(more));
    expect(status, JSON.stringify(body)).to.equal(201);
    return body.data;
  };

  const list = async (by: Person, query = '') => (await by.workflow.get(`/v1/workflows?${query}`)).body.data;

  describe('that are shipped', () => {
    it('are there for a new organisation: one for each type of quality event and one for documents', async () => {
      const shipped = await list(mesh.person());
      expect(shipped.flatMap((one: { entity_types: string[] }) => one.entity_types)).to.have.members([
        ...['deviation', 'capa', 'audit_finding', 'complaint', 'change_request'],
        'document',
      ]);
      for (const one of shipped) expect(one).to.include({ version: 1, is_active: true, created_by: 'system' });
    });

    it('are given once, to concurrent requests and at any replica', async () => {
      const replica = await mesh.startReplica();
      try {
        const person = mesh.person();
        const token = mesh.identity.token({ orgId: person.orgId, role: 'viewer' });
        const other = apiClient(`http://127.0.0.1:${replica.httpPort}`, token);
        await Promise.all(
          Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? other : person.workflow).get('/v1/workflows')),
        );
        expect(await list(person)).to.have.length(6);
        await mesh.tap.next('the event of the last one', ({ orgid, data }) =>
          Boolean(orgid === person.orgId && data.audit.entity_name === 'Document approval'),
        );
        const reported = mesh.tap.events.filter(
          ({ orgid, type }) => orgid === person.orgId && type.startsWith('workflow'),
        );
        expect(reported.map(({ data }) => data.audit.user.id)).to.deep.equal(Array(6).fill('system'));
      } finally {
        await replica.stop();
      }
    });

    it('are given when the organisation is created, before any request', async () => {
      const orgId = newId('organization');
      const id = newId('event');
      await mesh.publish({
        specversion: '1.0',
        id,
        source: '/services/identity',
        type: 'identity.organization.created.v1',
        subject: orgId,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        orgid: orgId,
        actor: 'system',
        requestid: newId('request'),
        data: {
          audit: null,
          record: { id: orgId, name: 'New', tier: 'free', time_zone: 'UTC', settings: {}, version: 1 },
        },
      });
      await eventually(
        'the organisation has its workflows',
        async () => (await mesh.database.collection('workflow').countDocuments({ org_id: orgId })) === 6,
      );
    });

    it('belong to the organisation: a changed one is not given again', async () => {
      const by = admin();
      const [first] = await list(by);
      await by.workflow.patch(`/v1/workflows/${first.id}`, { name: 'Our own' });
      const names = (await list(by)).map(({ name }: { name: string }) => name);
      expect(names).to.have.length(6).and.include('Our own').and.not.include(first.name);
    });
  });

  describe('are listed', () => {
    it('by the type of record, by whether they are active, in the requested order', async () => {
      const by = admin();
      const own = await define(by, { is_active: false, entity_types: ['equipment', 'deviation'] });
      const ids = async (query: string) => (await list(by, query)).map(({ id }: { id: string }) => id);
      expect(await ids('entity_type=equipment')).to.deep.equal([own.id]);
      expect(await ids('entity_type=deviation'))
        .to.have.length(2)
        .and.include(own.id);
      expect(await ids('entity_type=equipment,capa'))
        .to.have.length(2)
        .and.include(own.id);
      expect(await ids('entity_type=deviation&is_active=false')).to.deep.equal([own.id]);
      expect(await ids('is_active=true'))
        .to.have.length(6)
        .and.not.include(own.id);
      const names = (await list(by, 'sort=name')).map(({ name }: { name: string }) => name);
      expect(names).to.deep.equal([...names].sort());
      const { body } = await by.workflow.get('/v1/workflows?per_page=2&page=4');
      expect([body.data.length, body.meta]).to.deep.equal([1, { total: 7, page: 4, per_page: 2, total_pages: 4 }]);
    });

    it('never by a parameter that there is not', async () => {
      for (const query of ['entitytype=deviation', 'sort=version', 'is_active=yes', 'per_page=101']) {
        const { status, body } = await mesh.person().workflow.get(`/v1/workflows?${query}`);
        expect([status, body.error.code], query).to.deep.equal([422, 'validation_failed']);
      }
    });
  });

  describe('are defined', () => {
    it('at version 1, active, with an ETag and an audit entry of their content', async () => {
      const by = admin();
      const { status, headers, body } = await by.workflow.post('/v1/workflows', equipment());
      expect(status).to.equal(201);
      expect(headers.get('location')).to.equal(`/v1/workflows/${body.data.id}`);
      expect(body.data).to.deep.include({ ...equipment(), version: 1, is_active: true, created_by: by.id });
      const read = await by.workflow.get(`/v1/workflows/${body.data.id}`);
      expect([read.headers.get('etag'), read.body.data]).to.deep.equal(['"1"', body.data]);
      const { data } = await mesh.tap.next('its event', ({ subject }) => subject === body.data.id);
      expect(data.audit).to.deep.include({ action: 'create', entity_type: 'workflow', entity_version: 1 });
      expect(data.audit.changes['states.in_use.allowed_transitions']).to.deep.equal({ from: null, to: ['retired'] });
    });

    it('by those alone who administer, and in their own organisation', async () => {
      const quality = mesh.person({ role: 'quality_manager' });
      const refused = await quality.workflow.post('/v1/workflows', equipment());
      expect([refused.status, refused.body.error.code]).to.deep.equal([403, 'forbidden']);
      const own = await define(admin());
      const foreign = await mesh.person().workflow.get(`/v1/workflows/${own.id}`);
      expect([foreign.status, foreign.body.error.code]).to.deep.equal([404, 'not_found']);
      const patched = await admin().workflow.patch(`/v1/workflows/${own.id}`, { name: 'Mine' });
      expect(patched.status).to.equal(404);
    });

    it('with final states that show no transitions, also where an empty list was sent', async () => {
      const closing = [...states().slice(0, 2), { id: 'retired', name: 'R', type: 'final', allowed_transitions: [] }];
      const { states: shown } = await define(admin(), { states: closing });
      expect(shown[2]).to.deep.equal({ id: 'retired', name: 'R', type: 'final' });
    });

    for (const [rule, body, field] of [
      [
        'a target that is not there',
        { states: states({ allowed_transitions: ['gone'] }) },
        'states.0.allowed_transitions.0',
      ],
      ['no states', { states: [] }, 'states'],
      ['an unknown member of a state', { states: states({ colour: 'red' }) }, 'states.0.colour'],
      [
        'an event that nobody sends',
        { states: states({ on: [{ event: 'audit.create', to_state: 'in_use' }] }) },
        'states.0.on.0.event',
      ],
      [
        'a condition with an unknown operator',
        {
          states: states({
            on: [{ event: 'certificate.rejected', when: { type: { like: 'c' } }, to_state: 'in_use' }],
          }),
        },
        'states.0.on.0.when.type',
      ],
      ['no type of record', { entity_types: [] }, 'entity_types'],
      ['a type that no record has', { entity_types: ['equipment', 'equipments'] }, 'entity_types.1'],
      ['a blank name', { name: ' ' }, 'name'],
    ] as [string, object, string][])
      it(`never with ${rule}: 422 that names the path`, async () => {
        const by = admin();
        const { status, body: answer } = await by.workflow.post('/v1/workflows', equipment(body));
        expect([status, answer.error.code]).to.deep.equal([422, 'validation_failed']);
        expect(answer.error.details.fields.map((one: { field: string }) => one.field)).to.include(field);
        expect(await list(by, 'entity_type=equipment')).to.deep.equal([]);
      });
  });

  describe('of which one is active for a type of record', () => {
    it('refuse a second one, and say which is', async () => {
      const by = admin();
      const first = await define(by);
      const { status, body } = await by.workflow.post(
        '/v1/workflows',
        equipment({ entity_types: ['facility', 'equipment'] }),
      );
      expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
      expect(body.error.details).to.deep.equal({ workflow_id: first.id, entity_types: ['equipment'] });
      expect(await list(by, 'entity_type=facility')).to.deep.equal([]);
    });

    it('refuse one for deviations while the shipped one is active, and accept it afterwards', async () => {
      const by = admin();
      const [shipped] = await list(by, 'entity_type=deviation');
      const own = equipment({ entity_types: ['deviation'] });
      expect((await by.workflow.post('/v1/workflows', own)).status).to.equal(409);
      expect((await by.workflow.patch(`/v1/workflows/${shipped.id}`, { is_active: false })).status).to.equal(200);
      expect((await by.workflow.post('/v1/workflows', own)).status).to.equal(201);
      const again = await by.workflow.patch(`/v1/workflows/${shipped.id}`, { is_active: true });
      expect([again.status, again.body.error.code]).to.deep.equal([409, 'conflict']);
    });

    it('accept inactive ones for the same type', async () => {
      const by = admin();
      await define(by);
      await define(by, { is_active: false });
      expect(await list(by, 'entity_type=equipment')).to.have.length(2);
    });

    it('leave one of several that are defined at once', async () => {
      const by = admin();
      await list(by);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => by.workflow.post('/v1/workflows', equipment())),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).to.deep.equal([201, ...Array(9).fill(409)]);
      expect(await list(by, 'entity_type=equipment')).to.have.length(1);
    });
  });

  describe('that change', () => {
    it('are at their next version, and the audit entry has the changes by state', async () => {
      const by = admin();
      const own = await define(by);
      const changed = states({ sla_hours: 24 });
      const { status, headers, body } = await by.workflow.patch(`/v1/workflows/${own.id}`, { states: changed });
      expect([status, headers.get('etag'), body.data.version]).to.deep.equal([200, '"2"', 2]);
      expect(body.data.states).to.deep.equal(changed);
      const { data } = await mesh.tap.next('its event', (event) =>
        Boolean(event.subject === own.id && event.data.audit.action === 'update'),
      );
      expect(data.audit.entity_version).to.equal(2);
      expect(data.audit.changes).to.deep.equal({ 'states.registered.sla_hours': { from: null, to: 24 } });
    });

    it('raise no version where nothing changed', async () => {
      const by = admin();
      const own = await define(by);
      const { body } = await by.workflow.patch(`/v1/workflows/${own.id}`, { name: own.name, states: own.states });
      expect(body.data).to.deep.equal(own);
      expect(await mesh.database.collection('workflow_version').countDocuments({ workflow_id: own.id })).to.equal(1);
    });

    it('are changed on the version that the caller read, or not at all', async () => {
      const by = admin();
      const own = await define(by);
      const path = `/v1/workflows/${own.id}`;
      const headers = { 'if-match': '"1"' };
      expect((await by.workflow.patch(path, { name: 'First' }, { headers })).status).to.equal(200);
      const second = await by.workflow.patch(path, { name: 'Second' }, { headers });
      expect([second.status, second.body.error.code]).to.deep.equal([412, 'precondition_failed']);
      expect((await by.workflow.get(path)).body.data.name).to.equal('First');
    });

    it('are checked as a whole, and stay as they are where they would not be sound', async () => {
      const by = admin();
      const own = await define(by);
      const { status, body } = await by.workflow.patch(`/v1/workflows/${own.id}`, { states: states().slice(0, 2) });
      expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
      expect((await by.workflow.get(`/v1/workflows/${own.id}`)).body.data).to.deep.equal(own);
    });

    it('leave records that are under way on the version that they began with', async () => {
      const by = admin();
      const user = mesh.person({ orgId: by.orgId });
      const own = await define(by);
      const create = async () =>
        (await user.entity.post('/v1/entities', { type: 'equipment', name: 'Mixer' })).body.data;
      const old = await create();
      expect((await readInstance(user, old.id)).workflow_version).to.equal(1);
      const more = states({ allowed_transitions: ['in_use', 'retired'] });
      await by.workflow.patch(`/v1/workflows/${own.id}`, { states: more });
      const fresh = await create();
      expect((await readInstance(user, fresh.id)).workflow_version).to.equal(2);
      expect((await transition(user, old.id, 'retired')).body.error.code).to.equal('invalid_transition');
      expect((await transition(user, fresh.id, 'retired')).status).to.equal(200);
      expect((await transition(user, old.id, 'in_use')).status).to.equal(200);
    });

    it('keep every version as it was', async () => {
      const by = admin();
      const own = await define(by);
      const path = `/v1/workflows/${own.id}`;
      await by.workflow.patch(path, { name: 'Second', states: states({ sla_hours: 24 }) });
      const third = await by.workflow.patch(path, { name: 'Third' });
      const { body } = await by.workflow.get(`${path}/versions`);
      expect(body.data.map(({ version, name }: { version: number; name: string }) => [version, name])).to.deep.equal([
        [3, 'Third'],
        [2, 'Second'],
        [1, 'Equipment'],
      ]);
      expect(body.data[0]).to.not.have.property('states');
      const oldest = await by.workflow.get(`${path}/versions?sort=version&per_page=2`);
      expect(oldest.body.data.map(({ version }: { version: number }) => version)).to.deep.equal([1, 2]);
      expect(oldest.body.meta).to.include({ total: 3, total_pages: 2 });
      expect((await by.workflow.get(`${path}/versions/1`)).body.data).to.deep.equal(own);
      expect((await by.workflow.get(`${path}/versions/3`)).body.data).to.deep.equal(third.body.data);
    });

    it('show versions to their own organisation, and none that there is not', async () => {
      const by = admin();
      const own = await define(by);
      const path = `/v1/workflows/${own.id}/versions`;
      const other = mesh.person();
      for (const [who, at] of [
        [other, path],
        [other, `${path}/1`],
        [by, `${path}/2`],
        [by, '/v1/workflows/wfl_unknown/versions'],
      ] as const) {
        const { status, body } = await who.workflow.get(at);
        expect([status, body.error.code], at).to.deep.equal([404, 'not_found']);
      }
      expect((await by.workflow.get(`${path}/first`)).status).to.equal(422);
    });
  });

  describe('that are checked before they are stored', () => {
    const check = (by: Person, more: object) => by.workflow.post('/v1/workflows/validate', equipment(more));

    it('get every fault with its path, as a definition that is refused, and nothing is stored', async () => {
      const by = admin();
      const broken = { states: states({ allowed_transitions: ['gone', 'in_use'] }) };
      const { status, body } = await check(by, broken);
      expect(status, JSON.stringify(body)).to.equal(200);
      const refused = await by.workflow.post('/v1/workflows', equipment(broken));
      expect(body.data.faults).to.deep.equal(refused.body.error.details.fields);
      expect(body.data.faults[0]).to.include({ field: 'states.0.allowed_transitions.0', code: 'unknown_state' });
      expect((await check(by, {})).body.data).to.deep.equal({ faults: [] });
      expect(await list(by, 'entity_type=equipment')).to.deep.equal([]);
    });

    it('are refused like a request where they are no definition', async () => {
      const { status, body } = await check(admin(), { states: states({ name: ' ' }) });
      expect([status, body.error.details.fields[0].field]).to.deep.equal([422, 'states.0.name']);
    });

    it('name the workflow that is active for a type, unless it is the one that is changed', async () => {
      const by = admin();
      const own = await define(by);
      const [taken] = (await check(by, {})).body.data.faults;
      expect(taken).to.include({ field: 'entity_types', code: 'conflict' });
      expect(taken.message).to.include('"Equipment" is the active workflow');
      expect((await check(by, { workflow_id: own.id })).body.data.faults).to.deep.equal([]);
      expect((await check(by, { is_active: false })).body.data.faults).to.deep.equal([]);
    });

    it('are checked for those alone who define them', async () => {
      const { status } = await check(mesh.person({ role: 'quality_manager' }), {});
      expect(status).to.equal(403);
    });
  });
});
