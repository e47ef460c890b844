import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Replica, startReplica } from './replica.ts';
import { type Connected, seed, startSyncMesh } from './sync-mesh.ts';

const RECORDS = 5_000;
const KILLS = 5;

const SETTINGS = {
  sync_config: { direction: 'bidirectional', batch_size: 500 },
  error_handling: { max_retries: 10, retry_delay_seconds: 0 },
  mapping: {
    bidirectional: {
      enabled: true,
      create: true,
      fields: ['name', 'attributes.supplier_code', 'attributes.city'],
      custom_fields: {},
    },
  },
};

describe('a synchronisation whose process is killed', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  let replicas: Replica[] = [];

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(async () => {
    await Promise.all(replicas.map((replica) => replica.kill()));
    await mesh.stop();
  });

  /** What there is before it: records there, one of them refused, and records here that are to be made there. */
  const prepare = async (): Promise<Connected> => {
    const connected = await mesh.connect(SETTINGS);
    seed(connected, RECORDS);
    connected.external.put('S-00042', { name: 'No code' });
    for (let index = 0; index < 30; index += 1)
      await connected.entities.post('/entities', {
        type: 'supplier',
        name: `Here ${index}`,
        attributes: { supplier_code: `H-${index}` },
      });
    return connected;
  };

  /** All that a synchronisation leaves, without ids and times. */
  const resultOf = async (connected: Connected) => {
    const of = { org_id: connected.orgId };
    const suppliers = await connected.suppliers();
    const links = await mesh.database.collection('link').find(of).toArray();
    const parked = await mesh.database.collection('parked_record').find(of).toArray();
    const codes = new Map(suppliers.map(({ id, attributes }) => [id, attributes.supplier_code]));
    return {
      suppliers: suppliers.map(({ name, version, attributes }) => ({ name, version, attributes })).toSorted(byCode),
      links: links
        .map(({ entity_id, shadow, local_version, dirty, deleted }) => ({
          ...{ code: codes.get(entity_id), values: JSON.parse(shadow) as object },
          ...{ local_version, dirty, deleted },
        }))
        .toSorted((one, other) => (String(one.code) < String(other.code) ? -1 : 1)),
      parked: parked.map(({ record_id, error_code, field }) => ({ record_id, error_code, field })),
      there: [...connected.external.rows.values()].map(({ fields }) => fields).toSorted(byText),
    };
  };

  const pairOfReplicas = () => Promise.all([startReplica(mesh), startReplica(mesh)]);

  /** As if the time of a dead replica's lease were over. */
  const endLeases = () =>
    mesh.database.collection('lease').updateMany({ _id: /^sync\// as never }, { $set: { expires_at: new Date(0) } });

  it('comes to what an undisturbed one comes to, record by record, with two replicas that are killed again and again', async () => {
    const undisturbed = await prepare();
    await undisturbed.sync();
    const disturbed = await prepare();
    await mesh.service.stop();
    replicas = await pairOfReplicas();
    const pace = paceOf(disturbed);
    const at = () => mesh.client({ orgId: disturbed.orgId, at: replicas[0] as Replica });
    const started = await at().post(`${disturbed.path}/sync`);
    expect(started.status).to.equal(202);
    const isRunning = async () =>
      (await mesh.database.collection('sync').findOne({ _id: started.body.data.sync_id }))?.status === 'running';
    for (let kills = 0; kills < KILLS; kills += 1) {
      const [working, waiting] = [replicas, await pairOfReplicas()];
      replicas = [...working, ...waiting];
      const seen = disturbed.external.requests.length;
      await eventually('work goes on', async () => disturbed.external.requests.length > seen);
      pace.next();
      // Each time a little later in a page, which takes some hundreds of milliseconds.
      await new Promise((resolve) => setTimeout(resolve, (kills * 83) % 500));
      await Promise.all(working.map((replica) => replica.kill()));
      replicas = waiting;
      pace.forget();
      await endLeases();
    }
    expect(await isRunning(), 'it was killed before its end').to.equal(true);
    pace.end();
    await eventually('it ends', async () => !(await isRunning()));
    const ended = await at().get(`${disturbed.path}/syncs/${started.body.data.sync_id}`);
    expect(ended.body.data).to.include({ status: 'partial_success', records_failed: 1 });
    const [expected, result] = [await resultOf(undisturbed), await resultOf(disturbed)];
    expect(result.suppliers).to.have.length(RECORDS - 1 + 30);
    expect(result.parked).to.deep.equal(expected.parked);
    expect(result.there).to.deep.equal(expected.there);
    expect(result.suppliers).to.deep.equal(expected.suppliers);
    expect(result.links).to.deep.equal(expected.links);
  });
});

/**
 * Between two kills one page is answered and no more, so that the work has not ended before the last kill on a machine
 * however fast.
 */
const paceOf = ({ external }: Connected) => {
  let waiting: (() => void)[] = [];
  let answers = 0;
  external.hold = async ({ path }) => {
    if (path === '/time') return;
    if (answers > 0) answers -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return {
    next() {
      const first = waiting.shift();
      if (first) first();
      else answers = 1;
    },
    /** What asked is dead. */
    forget() {
      waiting = [];
      answers = 0;
    },
    end() {
      external.hold = null;
      for (const resume of waiting) resume();
    },
  };
};

type Coded = { attributes: Record<string, unknown> };

const byCode = (one: Coded, other: Coded): number =>
  String(one.attributes.supplier_code) < String(other.attributes.supplier_code) ? -1 : 1;

const byText = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
