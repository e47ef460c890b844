import type { HeldRecord__Output } from '@qsc/contracts/grpc/audit/v1/HeldRecord';
import { type GrpcClient, loadService, makeGrpcClient } from '@qsc/service-kit';
import { apiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { type AuditFixture, newOrg, startAudit } from './audit-fixture.ts';

/** Far more than a call takes on a slow machine. */
const TIMEOUT_MS = 300_000;

const NOW = new Date('2026-03-02T10:00:00Z');

describe('a record under a legal hold', () => {
  let audit: AuditFixture;
  let client: GrpcClient;
  let org: string;

  before(async () => {
    audit = await startAudit({}, { clock: () => NOW });
    const definition = loadService('audit/v1/audit.proto', 'qsc.audit.v1.AuditService');
    const target = { address: audit.grpcAddress, name: 'audit', definition };
    client = makeGrpcClient(target, { name: 'entity', secret: audit.identity.meshSecret });
  });
  beforeEach(() => {
    org = newOrg();
  });
  after(async () => {
    client.close();
    await audit.stop();
  });

  const admin = () => apiClient(`${audit.origin}/v1`, audit.identity.token({ orgId: org, role: 'system_admin' }));
  const place = async (scope: object): Promise<string> => {
    const { status, body } = await admin().post('/audit-logs/holds', { reason: 'Case', ...scope });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body.data.id;
  };
  const isHeld = async (
    record_id: string,
    { record_type = 'supplier', org_id = org, record_created_at = '2020-05-01T08:00:00.000Z' } = {},
  ) => {
    const request = { org_id, record_id, record_type, record_created_at };
    return (await client.call<object, HeldRecord__Output>('IsHeld', request, TIMEOUT_MS)).held;
  };

  it('is of a kind that the hold names', async () => {
    expect(await isHeld('ent_1')).to.equal(false);
    await place({ entity_types: ['supplier', 'document'] });
    expect(await isHeld('ent_1')).to.equal(true);
    expect(await isHeld('ent_1', { record_type: 'document' })).to.equal(true);
    expect(await isHeld('ent_1', { record_type: 'product' })).to.equal(false);
  });

  it('is one that the hold names, whatever its kind', async () => {
    await place({ entity_ids: ['ent_1', 'ent_2'] });
    expect(await isHeld('ent_2', { record_type: 'product' })).to.equal(true);
    expect(await isHeld('ent_3', { record_type: 'product' })).to.equal(false);
  });

  it('fits all that one hold names, and not a part of one and a part of another', async () => {
    await place({ entity_types: ['product'], entity_ids: ['ent_1'] });
    await place({ entity_types: ['supplier'], entity_ids: ['ent_2'] });
    expect(await isHeld('ent_1', { record_type: 'product' })).to.equal(true);
    expect(await isHeld('ent_1', { record_type: 'supplier' })).to.equal(false);
    expect(await isHeld('ent_2', { record_type: 'product' })).to.equal(false);
  });

  it('was there in the period of the hold, whether or not anything was recorded of it then', async () => {
    await place({ from: '2025-01-01', to: '2025-07-01T00:00:00Z' });
    const made = ['2020-05-01T08:00:00.000Z', '2025-07-01T00:00:00.000Z', '2025-07-01T00:00:00.001Z'];
    const held = await Promise.all(made.map((record_created_at) => isHeld('ent_1', { record_created_at })));
    expect(held).to.deep.equal([true, true, false]);
  });

  it('is not covered before the period of the hold begins', async () => {
    await place({ from: '2026-03-03' });
    expect(await isHeld('ent_1')).to.equal(false);
    await place({ from: '2026-03-02' });
    expect(await isHeld('ent_1')).to.equal(true);
  });

  it('is held until the last hold that covers it was lifted', async () => {
    const holds = [await place({ entity_ids: ['ent_1'] }), await place({ entity_types: ['supplier'] })];
    for (const id of holds) {
      expect(await isHeld('ent_1')).to.equal(true);
      expect((await admin().delete(`/audit-logs/holds/${id}`)).status).to.equal(204);
    }
    expect(await isHeld('ent_1')).to.equal(false);
  });

  it('is not held by another organisation', async () => {
    await place({ entity_ids: ['ent_1'] });
    expect(await isHeld('ent_1', { org_id: newOrg() })).to.equal(false);
  });
});
