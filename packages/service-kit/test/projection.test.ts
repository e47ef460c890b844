import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@qsc/contracts';
import { BROKER, defineEvent, parkingQueueName } from '@qsc/contracts/events';
import {
  type Assemble,
  defineCollection,
  makeProjection,
  type ProjectedRow,
  type ProjectedRows,
  type Projection,
  projectionSource,
  projectionTurnDefinition,
  projects,
} from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import { expect } from 'chai';
import { z } from 'zod';
import { useNoteService } from './note-fixture.ts';

const Record = z.object({ id: z.string(), title: z.string(), version: z.number() });
const viewDefinition = defineCollection({
  name: 'note_view',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    version: z.number(),
    gone: z.boolean(),
    title: z.string().max(1_000),
  }),
  indexes: [],
});
type View = ProjectedRow & { title: string };

describe('a projection', () => {
  const suffix = randomUUID();
  const changed = defineEvent(`note.${suffix}.changed.v1`, '', Record);
  const purged = defineEvent(`note.${suffix}.purged.v1`, '', Record);
  const queue = `test.${suffix}`;
  let connection: ChannelModel;
  let channel: Channel;
  let projection: Projection;

  const publish = (type: string, record: unknown): void => {
    const audit = {
      action: 'update',
      entity_type: 'note',
      entity_id: 'note',
      entity_name: 'note',
      entity_version: 1,
      user: { id: 'usr', email: null, name: 'user', role: null },
      client: { ip_address: null, user_agent: null, api_key_id: null },
      changes: {},
      metadata: { reason: null, workflow_state: null, request_id: 'req' },
      signature: { required: false, signed: false, signature_id: null, meaning: null },
    };
    const event = {
      specversion: '1.0',
      id: newId('event'),
      source: '/services/note',
      type,
      subject: 'note',
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      orgid: 'org_view',
      actor: 'usr',
      requestid: 'req',
      data: { audit, record },
    };
    channel.publish(BROKER.exchange, type, Buffer.from(JSON.stringify(event)));
  };

  const change = (id: string, version: number) => publish(changed.type, { id, version, title: `${id} at ${version}` });
  const views = () =>
    kit()
      .open(viewDefinition)
      .find({ org_id: 'org_view' }, { sort: { _id: 1 } });
  const titles = async () => Object.fromEntries((await views()).map(({ _id, title }) => [_id, title]));

  /** Everything that was published before is in the rows by then, since the queue keeps its order. */
  const settled = async (): Promise<void> => {
    const mark = `mark-${randomUUID()}`;
    change(mark, 1);
    await eventually(mark, async () => mark in (await titles()));
  };

  after(() => projection.stop());
  const { environment, kit } = useNoteService({
    queues: [queue],
    consumers: ({ open, connection, log }) => {
      const toRow =
        (gone: boolean) =>
        (event: { orgid: string }, { id, version, title }: z.infer<typeof Record>): View => ({
          _id: id,
          org_id: event.orgid,
          version,
          gone,
          title,
        });
      const rows = [projects(changed, toRow(false)), projects(purged, toRow(true))];
      const sources = [projectionSource(open(viewDefinition), rows)];
      projection = makeProjection({ queue, sources, connection, log });
      return [projection.consumer];
    },
  });

  before(async () => {
    connection = await amqp.connect(environment.amqpUrl);
    channel = await connection.createChannel();
    await eventually('the queue is consumed', async () => {
      const probe = await connection.createChannel();
      probe.on('error', () => {});
      return probe.checkQueue(queue).then(
        ({ consumerCount }) => consumerCount === 1,
        () => false,
      );
    });
  });
  after(async () => {
    await connection.close();
  });

  it('has the newest version of every record, of many in one batch', async () => {
    for (let version = 1; version <= 50; version += 1) for (const id of ['a', 'b', 'c']) change(id, version);
    await settled();
    expect(await titles()).to.include({ a: 'a at 50', b: 'b at 50', c: 'c at 50' });
  });

  it('ignores an older version, within a batch and after it', async () => {
    for (const version of [3, 1, 2]) change('old', version);
    await settled();
    change('old', 2);
    await settled();
    expect(await titles()).to.include({ old: 'old at 3' });
  });

  it('does not bring back what is gone', async () => {
    change('gone', 1);
    publish(purged.type, { id: 'gone', version: 1, title: 'gone' });
    await settled();
    change('gone', 1);
    await settled();
    expect((await views()).find(({ _id }) => _id === 'gone')).to.include({ gone: true });
  });

  it('parks what it cannot read and what its rows cannot hold, and goes on', async () => {
    publish(changed.type, { id: 'odd' });
    publish(changed.type, { id: 'long', version: 1, title: 'x'.repeat(1_001) });
    channel.publish(BROKER.exchange, changed.type, Buffer.from('no event'));
    await settled();
    await eventually(
      'all are parked',
      async () => (await channel.checkQueue(parkingQueueName(queue))).messageCount === 3,
    );
  });

  it('keeps a value as it is, whatever it looks like', async () => {
    publish(changed.type, { id: 'value', version: 1, title: '$version' });
    await settled();
    expect(await titles()).to.include({ value: '$version' });
  });

  /** The source as it is now, two rows at a time. */
  const makeSource = (rows: readonly View[]) => async (after: string) =>
    rows.filter(({ _id }) => _id > after).slice(0, 2);

  it('is the same after it was rebuilt from its source, whatever was wrong with it', async () => {
    const before = (await views()) as View[];
    const { collection } = kit().open(viewDefinition).model;
    await collection.updateMany({ gone: false }, { $set: { title: 'damaged' } });
    await collection.deleteOne({ _id: 'b' as never });
    await projection.rebuild(kit().open(viewDefinition), makeSource(before.filter(({ gone }) => !gone)));
    expect(await views()).to.deep.equal(before);
  });

  it('lets go what its source has no more when it is rebuilt, and keeps what came meanwhile', async () => {
    change('aa-purged', 1);
    await settled();
    const source = ((await views()) as View[]).filter(({ _id, gone }) => _id !== 'aa-purged' && !gone);
    let isFirst = true;
    await projection.rebuild(kit().open(viewDefinition), async (after) => {
      const step = makeSource(source)(after);
      if (!isFirst) return step;
      isFirst = false;
      change('a', 51);
      change('aa-new', 1);
      await settled();
      const added = { _id: 'aa-new', org_id: 'org_view', version: 1, gone: false, title: 'aa-new at 1' };
      source.splice(0, source.length, ...[...source, added].sort((one, other) => (one._id < other._id ? -1 : 1)));
      return step;
    });
    const after = new Map((await views()).map((row) => [row._id, row]));
    expect(after.get('aa-purged')?.gone).to.equal(true);
    expect([after.get('aa-new')?.gone, after.get('a')?.title]).to.deep.equal([false, 'a at 51']);
    change('aa-purged', 1);
    await settled();
    expect((await views()).find(({ _id }) => _id === 'aa-purged')?.gone).to.equal(true);
  });

  it('has at once what is applied before its event comes, and takes the event for known', async () => {
    const rows = kit().open(viewDefinition);
    const row = { _id: 'applied', org_id: 'org_view', version: 2, gone: false, title: 'applied at 2' };
    expect(await projection.apply(rows, row)).to.equal(true);
    expect(await titles()).to.include({ applied: 'applied at 2' });
    for (const version of [1, 2]) change('applied', version);
    await settled();
    expect(await titles()).to.include({ applied: 'applied at 2' });
  });
});

const shape = z.object({ _id: z.string(), org_id: z.string(), version: z.number(), gone: z.boolean() });
const leftDefinition = defineCollection({ name: 'left', shape, indexes: [] });
const rightDefinition = defineCollection({ name: 'right', shape, indexes: [] });
const pairDefinition = defineCollection({ name: 'pair', shape, indexes: [] });

describe('rows that are assembled out of several sources', () => {
  const projections: Projection[] = [];
  after(async () => {
    for (const projection of projections) await projection.stop();
  });
  const { kit } = useNoteService();

  before(async () => {
    const database = kit().connection.getClient().db(kit().connection.name);
    for (const { name } of [leftDefinition, rightDefinition, pairDefinition, projectionTurnDefinition])
      await database.createCollection(name);
  });

  /** A projection that pairs a left row with the right one of the same id; `between` runs when it has looked for both. */
  const pairing = (between: () => Promise<unknown>): Projection => {
    const { open, connection, log } = kit();
    const [left, right, pairs] = [open(leftDefinition), open(rightDefinition), open(pairDefinition)];
    const assemble: Assemble = async (written, session) => {
      for (const { row } of written) {
        const find = { _id: row._id as never };
        const [one, other] = [
          await left.model.collection.findOne(find, { session: session as never }),
          await right.model.collection.findOne(find, { session: session as never }),
        ];
        await between();
        if (one && other) await pairs.model.collection.insertOne({ ...one } as never, { session: session as never });
      }
    };
    const projection = makeProjection({
      queue: `test.${randomUUID()}`,
      sources: [projectionSource(left, []), projectionSource(right, [])],
      assembling: { rows: pairs as unknown as ProjectedRows, assemble, turns: open(projectionTurnDefinition) },
      connection,
      log,
    });
    projections.push(projection);
    return projection;
  };

  const toRow = (_id: string): ProjectedRow => ({ _id, org_id: 'org_pair', version: 1, gone: false });

  it('miss no part that another process writes while they are assembled', async () => {
    const { open } = kit();
    const otherLooked = Promise.withResolvers<void>();
    // The other one looks only when its turn has come, which is what keeps it from looking too early: then time is over.
    const first = pairing(() => Promise.race([otherLooked.promise, wait(500)]));
    const second = pairing(async () => otherLooked.resolve());
    const timeoutMs = 60_000;
    const written = await Promise.all([
      first.apply(open(leftDefinition), toRow('a'), timeoutMs),
      second.apply(open(rightDefinition), toRow('a'), timeoutMs),
    ]);
    expect(written).to.deep.equal([true, true]);
    expect(await open(pairDefinition).count({ org_id: 'org_pair' })).to.equal(1);
  });

  it('are left to who assembles them, also where an event brings them', async () => {
    const { open } = kit();
    const projection = pairing(() => Promise.resolve());
    expect(await projection.apply(open(pairDefinition), toRow('c'), 60_000)).to.equal(true);
    expect(await open(pairDefinition).count({ org_id: 'org_pair', _id: 'c' })).to.equal(0);
  });

  it('are written with their sources or not at all', async () => {
    const failing = pairing(() => Promise.reject(new Error('cannot be assembled')));
    expect(await failing.apply(kit().open(leftDefinition), toRow('b'), 200)).to.equal(false);
    await failing.stop();
    expect(await kit().open(leftDefinition).count({ org_id: 'org_pair', _id: 'b' })).to.equal(0);
  });
});
