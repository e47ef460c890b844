import { randomUUID } from 'node:crypto';
import type { FindEntitiesResponse__Output } from '@qsc/contracts/grpc/entity/v1/FindEntitiesResponse';
import type { ReadEntitiesResponse__Output } from '@qsc/contracts/grpc/entity/v1/ReadEntitiesResponse';
import type { WriteEntitiesResponse__Output } from '@qsc/contracts/grpc/entity/v1/WriteEntitiesResponse';
import type { WriteResult__Output } from '@qsc/contracts/grpc/entity/v1/WriteResult';
import { EMBEDDED_FILES } from '@qsc/file-store';
import { type Call, type RunningService, toCommand } from '@qsc/service-kit';
import { type EventTap, tapEvents, testEnvironment, testServiceConfig } from '@qsc/test-kit';
import { expect } from 'chai';
import { startEntityService } from '../src/compose.ts';
import { commandClient, userCall } from './command-client.ts';
import { type EntityMesh, startEntityMesh } from './mesh.ts';

type Requested = { type?: string; command_id?: string; create?: object; change?: object; remove?: object };

describe('several entities that another service writes', () => {
  let mesh: EntityMesh;
  let grpc: ReturnType<typeof commandClient>;
  let replica: RunningService;
  let other: ReturnType<typeof commandClient>;
  let tap: EventTap;

  before(async () => {
    mesh = await startEntityMesh();
    grpc = commandClient(mesh);
    const environment = { ...testEnvironment(), prefix: mesh.prefix };
    const config = {
      ...EMBEDDED_FILES,
      ...testServiceConfig(environment, mesh.identity),
      WORKFLOW_GRPC_URL: mesh.workflow.address,
      AUDIT_GRPC_URL: mesh.audit.address,
      ...mesh.referring.addresses,
    };
    replica = await startEntityService(config, { queue: mesh.queue });
    other = commandClient({ ...mesh, service: replica });
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    grpc.close();
    other.close();
    await tap.close();
    await replica.stop();
    await mesh.stop();
  });

  const write = async (call: Call, writes: Requested[], by = grpc): Promise<WriteResult__Output[]> => {
    const requested = writes.map((one) => ({ command_id: randomUUID(), type: 'supplier', ...one }));
    const request = { command: toCommand(call), writes: requested };
    return (await by.call<WriteEntitiesResponse__Output>('WriteEntities', request)).results;
  };

  const create = (name: string, attributes: object = {}, type = 'supplier'): Requested => ({
    type,
    create: { name, attributes_json: JSON.stringify(attributes) },
  });

  const getId = (result: WriteResult__Output | undefined): string => result?.entity?.id ?? '';

  const listCodes = (results: WriteResult__Output[]) =>
    results.map(({ entity, refused }) => refused?.code ?? entity?.version);

  const listFields = (result: WriteResult__Output | undefined): string[] =>
    (JSON.parse(result?.refused?.details_json ?? '{}').fields ?? []).map(({ field }: { field: string }) => field);

  it('are created, changed and deleted in one message, each with a version and an audit entry of its own', async () => {
    const api = mesh.client();
    const cause = { synchronization: { connection_id: 'conn_1', sync_id: 'sync_1' } };
    const call = { ...userCall(api.orgId), reason: 'synchronisation', cause };
    const [one, two] = (await write(call, [create('One', { country: 'DE' }), create('Two')])).map(getId);
    const results = await write(call, [
      { change: { id: one, version: 1, name: 'First', attributes_json: '{"country":null,"region":"EMEA"}' } },
      { remove: { id: two } },
      create('Three'),
    ]);
    expect(listCodes(results)).to.deep.equal([2, 2, 1]);
    expect((await api.get(`/v1/entities/${one}`)).body.data).to.deep.include({
      name: 'First',
      attributes: { region: 'EMEA' },
    });
    expect((await api.get(`/v1/entities/${two}`)).status).to.equal(404);
    for (const [id, action] of [
      [one, 'update'],
      [two, 'delete'],
      [getId(results[2]), 'create'],
    ]) {
      const { data } = await tap.next(
        `${action}`,
        (event) => event.subject === id && event.data.audit.action === action,
      );
      expect(data.audit.metadata).to.deep.include({ reason: 'synchronisation', details: cause });
    }
  });

  it('are refused one by one, by the rules of the endpoints of one entity', async () => {
    const api = mesh.client();
    const call = userCall(api.orgId);
    const [held, free, part] = (
      await write(call, [create('A', { supplier_code: 'S-1' }), create('B'), create('C', {}, 'component')])
    ).map(getId);
    const results = await write(call, [
      create('Same code', { supplier_code: 'S-1' }),
      { change: { id: free, attributes_json: '{"supplier_code":"S-1"}' } },
      create('New code', { supplier_code: 'S-2' }),
      create('Same code in the same message', { supplier_code: 'S-2' }),
      create('Deep', { 'a.b': 1 }),
      create('Large', { text: 'x'.repeat(70_000) }),
      create(''),
      { change: { id: held, version: 7, name: 'Stale' } },
      { change: { id: part, name: 'Other type' } },
      { remove: { id: 'ent_unknown' } },
      create('Qualified', { qualification_status: 'qualified' }),
      {},
    ]);
    expect(listCodes(results)).to.deep.equal([
      ...['conflict', 'conflict', 1, 'conflict', 'validation_failed', 'validation_failed', 'validation_failed'],
      ...['precondition_failed', 'not_found', 'not_found', 'invalid_transition', 'invalid_request'],
    ]);
    expect([...new Set([4, 5, 6].flatMap((index) => listFields(results[index])))]).to.deep.equal([
      'attributes.a.b',
      'attributes',
      'name',
    ]);
    expect((await api.get('/v1/entities')).body.meta.total).to.equal(4);
  });

  it('move no supplier and no certificate to another state, nor set its risk', async () => {
    const call = userCall(mesh.client().orgId);
    const [supplier, certificate] = (await write(call, [create('S'), create('C', {}, 'certificate')])).map(getId);
    const change = (id: string | undefined, attributes: object) => ({
      change: { id, attributes_json: JSON.stringify(attributes) },
    });
    const results = await write(call, [
      change(supplier, { qualification_status: 'evaluation' }),
      { ...change(certificate, { status: 'valid' }), type: 'certificate' },
      change(supplier, { risk_level: 'low' }),
      change(supplier, { qualification_status: 'pending', country: 'DE' }),
    ]);
    expect(listCodes(results)).to.deep.equal(['validation_failed', 'validation_failed', 'validation_failed', 2]);
    expect(results.slice(0, 3).flatMap(listFields)).to.deep.equal([
      ...['attributes.qualification_status', 'attributes.status', 'attributes.risk_level'],
    ]);
  });

  it('see what those before them in the message left', async () => {
    const call = userCall(mesh.client().orgId);
    const id = getId((await write(call, [create('S', { supplier_code: 'X' })]))[0]);
    const results = await write(call, [
      { change: { id, attributes_json: '{"a":1}' } },
      { change: { id, attributes_json: '{"supplier_code":null}' } },
      create('Takes the code', { supplier_code: 'X' }),
      { remove: { id, version: 3 } },
      { remove: { id } },
    ]);
    expect(listCodes(results)).to.deep.equal([2, 3, 1, 4, 'not_found']);
  });

  it('act once for each id, in whichever message it comes again, and a repetition gets the first result', async () => {
    const api = mesh.client();
    const call = userCall(api.orgId);
    const [a, b] = [randomUUID(), randomUUID()];
    const first = await write(call, [
      { ...create('A'), command_id: a },
      { ...create(''), command_id: b },
    ]);
    const id = getId(first[0]);
    await api.patch(`/v1/entities/${id}`, { name: 'Later' });
    const again = await write(
      call,
      [
        { ...create('B'), command_id: b },
        { ...create('A'), command_id: a },
      ],
      other,
    );
    expect(listCodes(first)).to.deep.equal([1, 'validation_failed']);
    expect(again[1]).to.deep.equal(first[0]);
    expect(again[0]?.entity?.name).to.equal('B');
    expect((await api.get('/v1/entities')).body.meta.total).to.equal(2);
  });

  it('act once when two replicas are asked for the same at the same time', async () => {
    const api = mesh.client();
    const call = userCall(api.orgId);
    const requested = Array.from({ length: 50 }, (_, index) => ({ ...create(`E${index}`), command_id: randomUUID() }));
    const all = await Promise.all([grpc, other, grpc, other].map((by) => write(call, requested, by)));
    expect(new Set(all.map((results) => JSON.stringify(results)))).to.have.length(1);
    expect((await api.get('/v1/entities')).body.meta.total).to.equal(50);
    const events = () => tap.events.filter(({ orgid }) => orgid === api.orgId);
    await tap.next('the last one', ({ subject }) => subject === getId(all[0]?.at(-1)));
    expect(new Set(events().map(({ subject }) => subject)).size).to.equal(events().length);
  });

  it('are refused as a whole where an id comes twice, or more than 500 come', async () => {
    const call = userCall(mesh.client().orgId);
    const twice = ['A', 'B'].map((name) => ({ ...create(name), command_id: 'same' }));
    const many = Array.from({ length: 501 }, () => create('X'));
    for (const writes of [twice, many])
      expect((await grpc.refusal(write(call, writes))).code).to.equal('invalid_request');
  });

  it('are read several at a time, soft-deleted ones too, and only those of the type and the organisation', async () => {
    const call = userCall(mesh.client().orgId);
    const [one, gone, part] = (await write(call, [create('A', { n: 1 }), create('B'), create('C', {}, 'product')])).map(
      getId,
    );
    await write(call, [{ remove: { id: gone } }]);
    const read = async (org_id: string) => {
      const requested = { org_id, type: 'supplier', ids: [one, gone, part, 'ent_unknown'] };
      const { entities } = await grpc.call<ReadEntitiesResponse__Output>('ReadEntities', requested);
      return entities.map(({ id, deleted, attributes_json }) => ({ id, deleted, attributes_json }));
    };
    expect(await read(call.actor.org_id)).to.have.deep.members([
      { id: one, deleted: false, attributes_json: '{"n":1}' },
      { id: gone, deleted: true, attributes_json: '{}' },
    ]);
    expect(await read(mesh.client().orgId)).to.deep.equal([]);
  });

  describe('and finds by a value', () => {
    let orgId: string;
    let ids: Record<string, string>;

    before(async () => {
      const call = userCall(mesh.client().orgId);
      orgId = call.actor.org_id;
      const made = await write(call, [
        create('Acme', { supplier_code: 'A-1', country: 'DE', address: { city: 'Ulm' } }),
        create('ACME', { supplier_code: 'A-2', country: 'DE' }),
        create('Bolt', { supplier_code: 'A-3', country: 'FR', tags: ['x', 'y'], n: 7 }),
        create('Gone', { supplier_code: 'A-4' }),
        create('Part', { supplier_code: 'A-5' }, 'component'),
        ...Array.from({ length: 60 }, (_, index) => create(`Bulk ${index}`, { country: 'IT' })),
      ]);
      ids = Object.fromEntries(made.map(({ entity }) => [entity?.name ?? '', entity?.id ?? '']));
      await write(call, [{ remove: { id: ids.Gone } }]);
    });

    const find = async (field: string, values: string[], org_id = orgId) => {
      const requested = { org_id, type: 'supplier', field, values };
      const { found } = await grpc.call<FindEntitiesResponse__Output>('FindEntities', requested);
      return Object.fromEntries(found.map(({ value, id }) => [value, id]));
    };

    it('of an attribute, also one in an object or a list, or a number', async () => {
      expect(await find('attributes.supplier_code', ['A-1', 'A-3', 'nobody'])).to.deep.equal({
        'A-1': ids.Acme,
        'A-3': ids.Bolt,
      });
      expect(await find('attributes.address.city', ['Ulm'])).to.deep.equal({ Ulm: ids.Acme });
      expect(await find('attributes.tags', ['x', 'z'])).to.deep.equal({ x: ids.Bolt });
      expect(await find('attributes.n', ['7'])).to.deep.equal({ 7: ids.Bolt });
    });

    it('of the name, letter by letter', async () => {
      expect(await find('name', ['Acme', 'ACME', 'acme'])).to.deep.equal({ Acme: ids.Acme, ACME: ids.ACME });
    });

    it('none that several have, also where they are so many that others would not be seen', async () => {
      expect(await find('attributes.country', ['DE', 'FR', 'IT'])).to.deep.equal({ FR: ids.Bolt });
    });

    it('none that is deleted, of another type or of another organisation', async () => {
      expect(await find('attributes.supplier_code', ['A-4', 'A-5'])).to.deep.equal({});
      expect(await find('name', ['Bolt'], mesh.client().orgId)).to.deep.equal({});
    });

    it('only in fields that there are', async () => {
      expect((await grpc.refusal(find('version', ['1']))).code).to.equal('validation_failed');
    });
  });
});
