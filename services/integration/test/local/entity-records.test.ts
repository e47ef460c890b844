import { AppError } from '@qsc/service-kit';
import { type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import type { LocalWrite } from '../../src/local/local-record.ts';
import { startEntityRecords } from './entity-mesh.ts';
import { makeCall } from './sync-call.ts';

const MANY = 5_000;

describe('records of the mesh that are entities', () => {
  let mesh: Awaited<ReturnType<typeof startEntityRecords>>;
  let tap: EventTap;
  before(async () => {
    mesh = await startEntityRecords();
    tap = await tapEvents(mesh.environment.amqpUrl);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const create = (index: number, attributes: object = {}): LocalWrite => ({
    kind: 'create',
    commandId: `create-${index}`,
    entityType: 'supplier',
    eventSubtype: null,
    name: `Supplier ${index}`,
    attributes: { supplier_code: `S-${index}`, ...attributes },
  });

  it('are written as the system, with the connection and the synchronisation in each audit entry', async () => {
    const { orgId } = mesh.api();
    const [result] = await mesh.records.write(makeCall(orgId), [create(1)]);
    if (!result?.ok) throw new Error('It was refused.');
    const { data } = await tap.next('the entry', ({ subject }) => subject === result.record.id);
    expect(data.audit.user).to.include({ id: 'system', name: 'System', role: null });
    expect(data.audit.metadata).to.deep.include({
      reason: 'Synchronisation with Vault',
      details: {
        synchronization: {
          sync_id: 'sync_1',
          connection_id: 'conn_1',
          connection_name: 'Vault',
          requested_by: null,
        },
      },
    });
  });

  it('are refused with the code, the sentence and the field, each by itself', async () => {
    const { orgId } = mesh.api();
    const call = makeCall(orgId);
    const [made] = await mesh.records.write(call, [create(1)]);
    const id = made?.ok ? made.record.id : '';
    const change = (commandId: string, version: number | null, attributes: object): LocalWrite => ({
      kind: 'change',
      commandId,
      entityType: 'supplier',
      id,
      version,
      attributes: { ...attributes },
    });
    const results = await mesh.records.write(call, [
      { ...create(1), commandId: 'other' },
      change('a', 9, {}),
      change('b', 1, { risk_score: 3 }),
      { kind: 'delete', commandId: 'c', entityType: 'supplier', id: 'ent_unknown', version: null },
      change('d', 1, { country: 'DE' }),
      create(2, { qualification_status: 'qualified' }),
    ]);
    expect(
      results.map((result) => (result.ok ? result.record.version : [result.kind, result.code, result.field])),
    ).to.deep.equal([
      ['refused', 'conflict', 'attributes.supplier_code'],
      ['version_clash', 'precondition_failed', null],
      ['refused', 'validation_failed', 'attributes.risk_score'],
      ['gone', 'not_found', null],
      2,
      ['refused', 'invalid_transition', 'attributes.qualification_status'],
    ]);
  });

  it('are written, read and found in messages that fit, however many and however large they are', async () => {
    const { orgId } = mesh.api();
    const writes = Array.from({ length: 120 }, (_, index) => create(index, { text: 'ü'.repeat(30_000) }));
    const results = await mesh.records.write(makeCall(orgId), writes);
    const ids = results.map((result) => (result.ok ? result.record.id : ''));
    const read = await mesh.records.read(orgId, 'supplier', [...ids, 'ent_unknown']);
    expect(read.map(({ id, name }) => [id, name])).to.have.deep.members(
      ids.map((id, index) => [id, `Supplier ${index}`]),
    );
    const values = Array.from({ length: 1_100 }, (_, index) => `S-${index}`);
    const found = await mesh.records.find(orgId, 'supplier', { field: 'attributes.supplier_code', values });
    expect([...found]).to.have.deep.members(ids.map((id, index) => [`S-${index}`, id]));
  });

  it(`are written ${MANY} in one go, each once, also when all of them are written again`, async () => {
    const { orgId } = mesh.api();
    const writes = Array.from({ length: MANY }, (_, index) => create(index, { country: 'DE', city: `City ${index}` }));
    const first = await mesh.records.write(makeCall(orgId), writes);
    expect(first.filter(({ ok }) => !ok)).to.deep.equal([]);
    const again = await mesh.records.write(makeCall(orgId), writes);
    expect(again).to.deep.equal(first);
  });

  it('are gone through in the order of their ids, page by page, without those that are deleted', async () => {
    const { orgId } = mesh.api();
    const made = await mesh.records.write(
      makeCall(orgId),
      [1, 2, 3, 4, 5, 6].map((index) => create(index)),
    );
    const ids = made.map((result) => (result.ok ? result.record.id : '')).toSorted();
    const [, second = '', third = ''] = ids;
    const gone = [second, third].map(
      (id): LocalWrite => ({ kind: 'delete', commandId: id, entityType: 'supplier', id, version: null }),
    );
    await mesh.records.write(makeCall(orgId), gone);
    const walked: string[] = [];
    for (let after = ''; ; after = walked.at(-1) ?? '') {
      const page = await mesh.records.scan(orgId, 'supplier', { after, limit: 1 });
      if (page.length === 0) break;
      walked.push(...page.map(({ id }) => id));
    }
    expect(walked).to.deep.equal(ids.filter((id) => id !== second && id !== third));
  });

  it('are not changed by a write while the entity service is away', async () => {
    const gone = await startEntityRecords();
    try {
      await gone.stopEntity();
      const code = await gone.records.write(makeCall('org_1'), [create(1)]).catch((error: unknown) => error);
      expect(code).to.be.instanceOf(AppError).and.include({ code: 'service_unavailable' });
    } finally {
      await gone.stop();
    }
  });
});
