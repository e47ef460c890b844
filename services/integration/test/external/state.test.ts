import { newId } from '@qsc/contracts';
import { type TransitionSnapshot, workflowEvents } from '@qsc/contracts/events';
import { makeNotice, systemCall } from '@qsc/service-kit';
import { eventually, openEventPublisher } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Connector } from '../../src/connector/connector.ts';
import { RemoteRefusal } from '../../src/remote/remote-error.ts';
import { externalConnector } from './external-connector.ts';
import { type Connected, startSyncMesh } from './sync-mesh.ts';

const acted: [id: string, action: string][] = [];
/** What the next actions come to, before any is taken. */
const refusals: Error[] = [];

/** The external system of these tests, where actions on states are noted. */
const connector = (): Connector => {
  const plain = externalConnector();
  const act = async (_source: unknown, id: string, action: string): Promise<void> => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    acted.push([id, action]);
  };
  return { ...plain, hasActions: true, open: (context) => ({ ...plain.open(context), act }) };
};

const STATES = {
  sync_config: { direction: 'bidirectional' },
  mapping: {
    workflow_sync: {
      enabled: true,
      lifecycle: 'state',
      state_mappings: [
        { external_state: 'New', service_state: 'new' },
        { external_state: 'Assessed', service_state: 'evaluation' },
        { external_state: 'Approved', service_state: 'qualified' },
      ],
      transition_triggers: { external_to_service: true, service_to_external: true },
    },
  },
};

describe('states that a synchronisation takes over', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  before(async () => {
    mesh = await startSyncMesh({ connectors: { odata_v4: connector() } });
  });
  after(() => mesh.stop());
  beforeEach(() => {
    acted.length = 0;
  });

  const put = ({ external }: Connected, state: string) => external.put('S-1', { name: 'Acme', code: 'S-1', state });
  const readState = async (connected: Connected) =>
    (await connected.supplier('S-1'))?.attributes.qualification_status ?? 'new';
  const waits = ({ api, path }: Connected) =>
    eventually('the change here is heard of', async () => {
      return (await api.get(`${path}/health`)).body.data.pending_changes.outbound === 1;
    });

  it('change here when they changed there, without an echo', async () => {
    const connected = await mesh.connect(STATES);
    put(connected, 'Assessed');
    expect(await connected.sync()).to.include({ status: 'success', records_failed: 0 });
    expect(await readState(connected)).to.equal('evaluation');
    const before = await connected.supplier('S-1');
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect(await connected.supplier('S-1')).to.deep.equal(before);
    expect(acted).to.deep.equal([]);
  });

  it('change there when they changed here, once', async () => {
    const connected = await mesh.connect(STATES);
    put(connected, 'Assessed');
    await connected.sync();
    await connected.sync();
    const supplier = await connected.supplier('S-1');
    const change = { attributes: { qualification_status: 'qualified' } };
    expect((await connected.entities.patch(`/entities/${supplier?.id}`, change)).status).to.equal(200);
    await waits(connected);
    expect(await connected.sync()).to.include({ status: 'success' });
    expect(acted).to.deep.equal([['S-1', 'Approved']]);
    put(connected, 'Approved');
    await connected.sync();
    await connected.sync();
    expect(acted).to.have.length(1);
    expect(await readState(connected)).to.equal('qualified');
  });

  it('wait where the rate is limited, and are no problem of the record, even when no try is left', async () => {
    const connected = await mesh.connect({ ...STATES, error_handling: { max_retries: 0 } });
    put(connected, 'Assessed');
    await connected.sync();
    await connected.sync();
    const supplier = await connected.supplier('S-1');
    const change = { attributes: { qualification_status: 'qualified' } };
    expect((await connected.entities.patch(`/entities/${supplier?.id}`, change)).status).to.equal(200);
    await waits(connected);
    refusals.push(new RemoteRefusal('RATE_LIMIT', 'Too many requests.', { retryAfterMs: 0 }));
    expect(await connected.sync()).to.include({ status: 'success', records_failed: 0 });
    expect(acted).to.deep.equal([['S-1', 'Approved']]);
    expect((await connected.api.get(`${connected.path}/parked`)).body.data).to.deep.equal([]);
  });

  it('with a refused transition are a problem of the record, which is taken when it is allowed', async () => {
    const connected = await mesh.connect(STATES);
    put(connected, 'Approved');
    const refused = await connected.sync();
    expect(refused).to.include({ status: 'partial_success' });
    expect(refused.errors[0]).to.include({ record_id: 'S-1', error_code: 'validation_failed' });
    expect(await readState(connected)).to.equal('new');
    put(connected, 'Assessed');
    expect(await connected.sync()).to.include({ status: 'success' });
    expect(await readState(connected)).to.equal('evaluation');
  });

  it('of workflows that do not change their record are mirrored too', async () => {
    const connected = await mesh.connect(STATES);
    put(connected, 'New');
    await connected.sync();
    await connected.sync();
    const supplier = await connected.supplier('S-1');
    const call = systemCall(connected.orgId, new Date());
    const transition: TransitionSnapshot = {
      id: newId('transition'),
      instance_id: 'wfi_1',
      workflow_id: 'wf_1',
      workflow_version: 1,
      record_id: supplier?.id ?? '',
      record_type: 'supplier',
      number: 1,
      changed: false,
      from_state: 'a',
      to_state: 'b',
      action: 'transition',
      comment: null,
      data: {},
      signature_required: false,
      signature: null,
      approval_id: null,
      required_fields: [],
      act: {
        user: { id: 'usr_1', email: null, name: 'A user', role: null },
        client: call.client,
        request_id: call.requestId,
        reason: null,
        details: null,
        at: call.now.toISOString(),
      },
    };
    const publisher = await openEventPublisher(mesh.amqpUrl);
    await publisher.publish(
      makeNotice(workflowEvents.moved, call, { subject: transition.record_id, record: transition }),
    );
    await waits(connected);
    await publisher.close();
  });
});
