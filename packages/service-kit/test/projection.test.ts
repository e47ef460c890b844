import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { BROKER, defineEvent, parkingQueueOf } from '@qsc/contracts/events';
import {
  defineCollection,
  makeProjection,
  type ProjectedRow,
  type Projection,
  projectionSource,
  projects,
} from '@qsc/service-kit';
import {
  dropDatabases,
  eventually,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import { expect } from 'chai';
import { z } from 'zod';
import { type NoteService, startNoteService } from './note-service.ts';

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
  const environment = testEnvironment();
  const suffix = randomUUID();
  const changed = defineEvent(`note.${suffix}.changed.v1`, '', Record);
  const purged = defineEvent(`note.${suffix}.purged.v1`, '', Record);
  const queue = `test.${suffix}`;
  let identity: StandInIdentity;
  let service: NoteService;
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
  const views = () => service.kit.open(viewDefinition).find({ org_id: 'org_view' }, { sort: { _id: 1 } });
  const titles = async () => Object.fromEntries((await views()).map(({ _id, title }) => [_id, title]));

  /** Everything that was published before is in the rows by then, since the queue keeps its order. */
  const settled = async (): Promise<void> => {
    const mark = `mark-${randomUUID()}`;
    change(mark, 1);
    await eventually(mark, async () => mark in (await titles()));
  };

  before(async () => {
    identity = await startStandInIdentity();
    service = await startNoteService(testServiceConfig(environment, identity), `note.${suffix}.v1`, (kit) => {
      const row = (event: { orgid: string }, record: z.infer<typeof Record>, gone: boolean): View => ({
        _id: record.id,
        org_id: event.orgid,
        version: record.version,
        gone,
        title: record.title,
      });
      projection = makeProjection({
        queue,
        sources: [
          projectionSource(kit.open(viewDefinition), [
            projects(changed, (event, record) => row(event, record, false)),
            projects(purged, (event, record) => row(event, record, true)),
          ]),
        ],
        connection: kit.connection,
        log: kit.log,
      });
      return [projection.consumer];
    });
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
    await projection.stop();
    await service.stop();
    await identity.stop();
    for (const name of [queue, parkingQueueOf(queue)]) await channel.deleteQueue(name);
    await connection.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('has the newest version of every record, of many in one batch', async () => {
    for (let version = 1; version <= 150; version += 1) for (const id of ['a', 'b', 'c']) change(id, version);
    await settled();
    expect(await titles()).to.include({ a: 'a at 150', b: 'b at 150', c: 'c at 150' });
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
      async () => (await channel.checkQueue(parkingQueueOf(queue))).messageCount === 3,
    );
  });

  it('keeps a value as it is, whatever it looks like', async () => {
    publish(changed.type, { id: 'value', version: 1, title: '$version' });
    await settled();
    expect(await titles()).to.include({ value: '$version' });
  });

  /** The source as it is now, two rows at a time. */
  const sourceOf = (rows: readonly View[]) => async (after: string) =>
    rows.filter(({ _id }) => _id > after).slice(0, 2);

  it('is the same after it was rebuilt from its source, whatever was wrong with it', async () => {
    const before = (await views()) as View[];
    const { collection } = service.kit.open(viewDefinition).model;
    await collection.updateMany({ gone: false }, { $set: { title: 'damaged' } });
    await collection.deleteOne({ _id: 'b' as never });
    await projection.rebuild(service.kit.open(viewDefinition), sourceOf(before.filter(({ gone }) => !gone)));
    expect(await views()).to.deep.equal(before);
  });

  it('lets go what its source has no more when it is rebuilt, and keeps what came meanwhile', async () => {
    change('aa-purged', 1);
    await settled();
    const source = ((await views()) as View[]).filter(({ _id, gone }) => _id !== 'aa-purged' && !gone);
    let isFirst = true;
    await projection.rebuild(service.kit.open(viewDefinition), async (after) => {
      const step = sourceOf(source)(after);
      if (!isFirst) return step;
      isFirst = false;
      change('a', 151);
      change('aa-new', 1);
      await settled();
      const added = { _id: 'aa-new', org_id: 'org_view', version: 1, gone: false, title: 'aa-new at 1' };
      source.splice(0, source.length, ...[...source, added].sort((one, other) => (one._id < other._id ? -1 : 1)));
      return step;
    });
    const after = new Map((await views()).map((row) => [row._id, row]));
    expect(after.get('aa-purged')?.gone).to.equal(true);
    expect([after.get('aa-new')?.gone, after.get('a')?.title]).to.deep.equal([false, 'a at 151']);
    change('aa-purged', 1);
    await settled();
    expect((await views()).find(({ _id }) => _id === 'aa-purged')?.gone).to.equal(true);
  });

  it('has at once what is applied before its event comes, and takes the event for known', async () => {
    const rows = service.kit.open(viewDefinition);
    const row = { _id: 'applied', org_id: 'org_view', version: 2, gone: false, title: 'applied at 2' };
    expect(await projection.apply(rows, row)).to.equal(true);
    expect(await titles()).to.include({ applied: 'applied at 2' });
    for (const version of [1, 2]) change('applied', version);
    await settled();
    expect(await titles()).to.include({ applied: 'applied at 2' });
  });
});
