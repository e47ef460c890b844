import { randomUUID } from 'node:crypto';
import { newId, systemActor } from '@qsc/contracts';
import type { EntitySnapshot } from '@qsc/contracts/events';
import type { ChangedEntity__Output } from '@qsc/contracts/grpc/entity/v1/ChangedEntity';
import { toCommand } from '@qsc/service-kit';
import { type EventTap, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { commandClient, userCall } from './command-client.ts';
import { type EntityMesh, startEntityMesh } from './mesh.ts';

const ASSESSMENT = 'supplier.risk-assessment';

describe('commands of other services', () => {
  let mesh: EntityMesh;
  let grpc: ReturnType<typeof commandClient>;
  let tap: EventTap;

  before(async () => {
    mesh = await startEntityMesh();
    grpc = commandClient(mesh);
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    grpc.close();
    await tap.close();
    await mesh.stop();
  });

  const newSupplier = async (attributes: object = {}) => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', { type: 'supplier', name: 'Acme', attributes })).body;
    return { api, id: data.id as string, call: userCall(api.orgId) };
  };

  const moved = async (...states: string[]) => {
    const known = await newSupplier();
    for (const transition_to of states) await grpc.change(known.call, { id: known.id, transition_to });
    return known;
  };

  const versionEvent = (id: string, version: number) =>
    tap.next(
      `version ${version}`,
      ({ subject, data }) => subject === id && (data.record as EntitySnapshot).version === version,
    );

  it('create an entity as over HTTP, for the actor that the command names', async () => {
    const api = mesh.client();
    const call = { ...userCall(api.orgId), requestId: 'req-77', reason: 'onboarding' };
    const answer = await grpc.call<ChangedEntity__Output>('CreateEntity', {
      command: toCommand(call),
      type: 'supplier',
      name: 'Acme',
      attributes_json: JSON.stringify({ country: 'DE' }),
    });
    const { id = '' } = answer.entity ?? {};
    const shown = (await api.get(`/v1/entities/${id}`)).body.data;
    expect(shown).to.deep.include({
      name: 'Acme',
      version: 1,
      created_by: call.actor.id,
      attributes: { country: 'DE' },
    });
    const { data } = await versionEvent(id, 1);
    expect(data.audit.user).to.include({ id: call.actor.id, role: 'quality_manager', email: 'qm@example.test' });
    expect(data.audit.client).to.deep.equal({ ip_address: '203.0.113.9', user_agent: 'curl', api_key_id: 'key_1' });
    expect(data.audit.metadata).to.include({ reason: 'onboarding', request_id: 'req-77' });
  });

  it('are refused with the code, the fields and the versions that HTTP tells', async () => {
    const { id, call } = await newSupplier();
    const faults = await grpc.refusal(grpc.change(call, { id, attributes_json: '{"a.b":1,"$c":2}' }));
    const { fields } = faults.details as { fields: { field: string }[] };
    expect([faults.code, ...fields.map(({ field }) => field)]).to.deep.equal([
      ...['validation_failed', 'attributes.a.b', 'attributes.$c'],
    ]);
    const stale = await grpc.refusal(grpc.change({ ...call, ifMatch: [7] }, { id, name: 'B' }));
    expect([stale.code, stale.details?.current_version, stale.headers?.ETag]).to.deep.equal([
      'precondition_failed',
      1,
      '"1"',
    ]);
    expect((await grpc.change({ ...call, ifMatch: [1] }, { id, name: 'B' })).entity?.version).to.equal(2);
    expect((await grpc.change({ ...call, ifMatch: '*' }, { id, name: 'C' })).entity?.version).to.equal(3);
  });

  it('find nothing of another organisation, of another type, or that is deleted', async () => {
    const { api, id, call } = await newSupplier();
    const foreign = userCall(newId('organization'));
    expect((await grpc.refusal(grpc.change(foreign, { id, name: 'X' }))).code).to.equal('not_found');
    expect((await grpc.refusal(grpc.change(call, { id, type: 'component', name: 'X' }))).code).to.equal('not_found');
    await api.delete(`/v1/entities/${id}`);
    expect((await grpc.refusal(grpc.change(call, { id, name: 'X' }))).code).to.equal('not_found');
  });

  it('need an actor whom the command names in full', async () => {
    const { id, call } = await newSupplier();
    const command = toCommand(call);
    for (const actor of [null, { ...command.actor, kind: 'god' }, { ...command.actor, role: undefined }]) {
      const refused = grpc.call('ChangeEntity', { command: { ...command, actor }, id, type: 'supplier', name: 'X' });
      expect((await grpc.refusal(refused)).code).to.equal('invalid_request');
    }
  });

  it('act once for an id, and a repetition gets the first answer and writes no second event', async () => {
    const { api, id, call } = await newSupplier();
    const commandId = randomUUID();
    const companion = { kind: ASSESSMENT, record: { id: 'risk_1' } };
    const first = await grpc.change(call, { id, name: 'B', companion }, commandId);
    await grpc.change(call, { id, name: 'C' });
    const again = await grpc.change(
      { ...call, requestId: 'req-2' },
      { id, name: 'B', companion: { kind: ASSESSMENT, record: { id: 'risk_2' } } },
      commandId,
    );
    expect(again).to.deep.equal(first);
    expect(JSON.parse(again.companion?.record_json ?? '')).to.deep.equal({ id: 'risk_1' });
    expect((await api.get(`/v1/entities/${id}`)).body.data).to.include({ version: 3, name: 'C' });
  });

  it('act once when the same one comes many times at once', async () => {
    const { id, call } = await newSupplier();
    const commandId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => grpc.change(call, { id, name: 'Once' }, commandId)),
    );
    expect(new Set(answers.map(({ entity }) => entity?.version))).to.deep.equal(new Set([2]));
  });

  it('are told apart by the idempotency key of the client, which another request may not use again', async () => {
    const { id, call } = await newSupplier();
    const keyed = (fingerprint: string) => ({
      ...call,
      idempotency: { id: `${call.actor.org_id}/key`, fingerprint, once: [], stored: false },
    });
    const first = await grpc.change(keyed('f-1'), { id, name: 'B' });
    expect(await grpc.change(keyed('f-1'), { id, name: 'made anew' })).to.deep.equal(first);
    expect((await grpc.refusal(grpc.change(keyed('f-2'), { id, name: 'C' }))).code).to.equal('idempotency_key_reused');
    expect((await grpc.change(call, { id, name: 'D' })).entity?.version).to.equal(3);
  });

  it('keep nothing of a refused command, so that a later one of the same id is taken', async () => {
    const { id, call } = await newSupplier();
    const commandId = randomUUID();
    const refused = await grpc.refusal(grpc.change(call, { id, transition_to: 'qualified' }, commandId));
    expect(refused.code).to.equal('invalid_transition');
    await grpc.change(call, { id, transition_to: 'evaluation' });
    expect((await grpc.change(call, { id, transition_to: 'qualified' }, commandId)).previous_state).to.equal(
      'evaluation',
    );
  });

  it('move a supplier, to the state that it is in too where the table has that move', async () => {
    const { api, id, call } = await moved('evaluation', 'qualified');
    const again = await grpc.change(call, { id, transition_to: 'qualified' });
    expect([again.previous_state, again.entity?.version]).to.deep.equal(['qualified', 4]);
    const { data } = await versionEvent(id, 4);
    expect([data.audit.action, data.audit.metadata.workflow_state]).to.deep.equal(['transition', 'qualified']);
    await grpc.change(call, { id, transition_to: 'suspended' });
    const stuck = await grpc.refusal(grpc.change(call, { id, transition_to: 'suspended' }));
    expect([stuck.code, stuck.details?.current_state]).to.deep.equal(['invalid_transition', 'suspended']);
    expect((await api.get(`/v1/entities/${id}`)).body.data.attributes.qualification_status).to.equal('suspended');
  });

  it('carry a companion into the event of their change alone', async () => {
    const { id, call } = await newSupplier();
    const companion = { kind: 'supplier.qualification', record: { id: 'qual_1', reason: 'audit' } };
    const answer = await grpc.change(call, { id, companion });
    expect(answer.entity?.version).to.equal(2);
    await grpc.change(call, { id, name: 'Later' });
    expect(((await versionEvent(id, 2)).data.record as EntitySnapshot).companion).to.deep.equal(companion);
    expect((await versionEvent(id, 3)).data.record).to.not.have.property('companion');
  });

  it('set the risk of a supplier with an assessment and not without one', async () => {
    const { id, call } = await newSupplier();
    const attributes_json = JSON.stringify({ risk_score: 40, risk_level: 'medium' });
    const bare = await grpc.refusal(grpc.change(call, { id, attributes_json }));
    expect(bare.code).to.equal('validation_failed');
    const other = { kind: 'supplier.qualification', record: {} };
    expect((await grpc.refusal(grpc.change(call, { id, attributes_json, companion: other }))).code).to.equal(
      'validation_failed',
    );
    const { entity } = await grpc.change(call, { id, attributes_json, companion: { kind: ASSESSMENT, record: {} } });
    expect(JSON.parse(entity?.attributes_json ?? '')).to.deep.equal({ risk_score: 40, risk_level: 'medium' });
  });

  it('of the system move by date without a role, and not where the table has no such move', async () => {
    const { id, api } = await newSupplier();
    const call = userCall(api.orgId, { actor: systemActor(api.orgId) });
    await grpc.change(call, { id, transition_to: 'evaluation' });
    expect((await versionEvent(id, 2)).data.audit.user).to.include({ id: 'system', role: null });
    expect((await grpc.refusal(grpc.change(call, { id, transition_to: 'suspended' }))).code).to.equal(
      'invalid_transition',
    );
  });

  it('of an application move what its scopes allow, but for what only a quality manager may', async () => {
    const { id, call } = await newSupplier();
    const application = { ...call, actor: { ...call.actor, kind: 'application' as const, role: null } };
    await grpc.change(application, { id, transition_to: 'disqualified' });
    const refused = await grpc.refusal(grpc.change(application, { id, transition_to: 'evaluation' }));
    expect([refused.code, refused.details]).to.deep.equal([
      'forbidden',
      { reason: 'role', roles: ['quality_manager'] },
    ]);
    await grpc.change(call, { id, transition_to: 'evaluation' });
  });

  it('of a system administrator move no supplier', async () => {
    const { id, call } = await newSupplier();
    const admin = { ...call, actor: { ...call.actor, role: 'system_admin' as const } };
    const refused = await grpc.refusal(grpc.change(admin, { id, transition_to: 'evaluation' }));
    expect(refused.details).to.deep.equal({
      reason: 'role',
      roles: ['quality_manager', 'quality_assurance', 'supplier_manager'],
    });
  });
});
