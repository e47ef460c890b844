import { isDeepStrictEqual } from 'node:util';
import { AS_SERVICES_READ, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Held } from './external-system.ts';
import { type Replica, startReplica } from './replica.ts';
import { type Connected, seed, startSyncMesh } from './sync-mesh.ts';

const RECORDS = 5_000;
const SHOWN = 3;
/** How often the cursor is looked at before another request goes on. */
const LOOKS_BETWEEN = 25;
/** Far more than it takes, on a machine that has much else to do. */
const TIMEOUT_MS = 900_000;

/**
 * When it is killed: so many milliseconds after a page, or a batch that was sent, is answered, each time at another point of the
 * work on it; or as soon as the cursor has advanced, when all before it has to be stored.
 */
const MOMENTS = [
  { method: 'GET', at: 0 },
  { method: 'GET', at: 'cursor' },
  { method: 'GET', at: 40 },
  { method: 'GET', at: 'cursor' },
  { method: 'GET', at: 120 },
  { method: 'GET', at: 240 },
  { method: 'POST', at: 5 },
] as const;

const SETTINGS = {
  // Without a buffer nothing is read twice but what is behind the cursor: a page that it jumped over would be missed.
  sync_config: { direction: 'bidirectional', batch_size: 500, change_detection: { buffer_minutes: 0 } },
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
  const replicas: Replica[] = [];
  let expected: Awaited<ReturnType<typeof readResult>>;

  before(async function () {
    this.timeout(TIMEOUT_MS);
    mesh = await startSyncMesh();
    const undisturbed = await prepare();
    const { body } = await undisturbed.api.post(`${undisturbed.path}/sync`);
    await untilEnded(undisturbed, body.data.sync_id);
    expected = await readResult(undisturbed);
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
  const readResult = async (connected: Connected) => {
    const of = { org_id: connected.orgId };
    const suppliers = await connected.suppliers();
    const links = await mesh.database.collection('link').find(of).toArray();
    const parked = await mesh.database.collection('parked_record').find(of).toArray();
    const codes = new Map(suppliers.map(({ id, attributes }) => [id, attributes.supplier_code]));
    return {
      suppliers: suppliers.map(({ name, version, attributes }) => ({ name, version, attributes })).toSorted(byCode),
      links: links
        .map(({ entity_id, shadow, local_version, dirty, deleted }) => ({
          code: codes.get(entity_id),
          values: withoutNothing(JSON.parse(shadow)),
          local_version,
          dirty,
          deleted,
        }))
        .toSorted((one, other) => (String(one.code) < String(other.code) ? -1 : 1)),
      parked: parked.map(({ record_id, error_code, field }) => ({ record_id, error_code, field })),
      there: [...connected.external.rows.values()].map(({ fields }) => fields).toSorted(byText),
    };
  };

  const addReplica = async (): Promise<Replica> => {
    const replica = await startReplica(mesh);
    replicas.push(replica);
    return replica;
  };

  const isRunning = async (id: string): Promise<boolean> =>
    (await mesh.database.collection('sync').findOne({ _id: id as never }, AS_SERVICES_READ))?.status === 'running';

  const readCursor = async ({ orgId }: Connected): Promise<string> =>
    JSON.stringify(await mesh.database.collection('cursor').findOne({ org_id: orgId }));

  /** What the cursor waits for may need more than one request: where nothing happens for a while, the next one continues too. */
  const untilAdvanced = (connected: Connected, { stood, turnstile }: { stood: string; turnstile: Turnstile }) => {
    let looks = 0;
    return eventually('the cursor moves', async () => {
      const isMoved = (await readCursor(connected)) !== stood;
      looks += 1;
      if (!isMoved && looks % LOOKS_BETWEEN === 0) turnstile.letOne();
      return isMoved;
    });
  };

  /** However long it takes, as long as it goes on. */
  const untilEnded = async ({ external }: Connected, id: string): Promise<void> => {
    for (let seen = -1; await isRunning(id); seen = external.requests.length)
      await eventually('it goes on, or ends', async () => external.requests.length > seen || !(await isRunning(id)));
  };

  /** As if the time of a dead replica's lease were over. */
  const endLeases = () =>
    mesh.database.collection('lease').updateMany({ _id: /^sync\// as never }, { $set: { expires_at: new Date(0) } });

  it('comes to what an undisturbed one comes to, record by record, with two replicas that are killed again and again', async () => {
    const disturbed = await prepare();
    await mesh.service.stop();
    const turnstile = turnstileBefore(disturbed);
    // The first one has the lease before the other one is there, so that it is known which of them works.
    let working = await addReplica();
    const at = () => mesh.client({ orgId: disturbed.orgId, at: working });
    const started = await at().post(`${disturbed.path}/sync`);
    expect(started.status).to.equal(202);
    const { sync_id: id } = started.body.data;
    for (const moment of MOMENTS) {
      let held = await turnstile.reached(moment.method);
      const waiting = await addReplica();
      expect(await isRunning(id), 'it is killed before its end').to.equal(true);
      // A start may take longer than the timeout of the call; then it is called again.
      if (held.isOver()) held = await turnstile.reached(moment.method);
      const stood = await readCursor(disturbed);
      held.pass();
      if (moment.at === 'cursor') await untilAdvanced(disturbed, { stood, turnstile });
      else await new Promise((resolve) => setTimeout(resolve, moment.at));
      await working.kill();
      working = waiting;
      await endLeases();
    }
    turnstile.open();
    await untilEnded(disturbed, id);
    const ended = await at().get(`${disturbed.path}/syncs/${id}`);
    expect(ended.body.data).to.include({ status: 'partial_success', records_failed: 1 });
    const result = await readResult(disturbed);
    expect(result.suppliers).to.have.length(RECORDS - 1 + 30);
    expect(result.parked).to.deep.equal(expected.parked);
    for (const part of ['there', 'suppliers', 'links'] as const) {
      expect(result[part], part).to.have.length(expected[part].length);
      expect(differing(result[part], expected[part]), part).to.deep.equal([]);
    }
  }).timeout(TIMEOUT_MS);
});

type Turnstile = ReturnType<typeof turnstileBefore>;

/**
 * Requests wait before it, so that the work goes no further between two kills than the test lets it, on a machine however fast or
 * slow.
 */
const turnstileBefore = ({ external }: Connected) => {
  let waiting: (Held & { pass: () => void })[] = [];
  /** The longest waiting one that its sender still waits for. */
  const take = () => {
    waiting = waiting.filter(({ isOver }) => !isOver());
    return waiting.shift();
  };
  external.acquire = (request) =>
    request.path === '/time' ? Promise.resolve() : new Promise((pass) => void waiting.push({ ...request, pass }));
  return {
    /** Waits for a request of that method, lets all others through until then, and gives the one, which goes on by `pass`. */
    reached: (method: string) =>
      eventually(`a ${method} is requested`, () => {
        const first = take();
        if (first?.method === method) return first;
        first?.pass();
        return null;
      }),
    letOne: (): void => take()?.pass(),
    open() {
      external.acquire = null;
      for (const { pass } of waiting) pass();
    },
  };
};

/** The first of the rows that are not alike: all of them would be more than anybody can read. */
const differing = (result: readonly object[], expected: readonly object[]): object[] =>
  result
    .map((is, index) => ({ is, shouldBe: expected[index] }))
    .filter(({ is, shouldBe }) => !isDeepStrictEqual(is, shouldBe))
    .slice(0, SHOWN);

/** A value that is nothing is the same as none (`sameValue`). */
const withoutNothing = (values: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

type Coded = { attributes: Record<string, unknown> };

const byCode = (one: Coded, other: Coded): number =>
  String(one.attributes.supplier_code) < String(other.attributes.supplier_code) ? -1 : 1;

const byText = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
