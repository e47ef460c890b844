import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { BROKER, defineEvent, parkingQueueOf } from '@qsc/contracts/events';
import { defineCollection, makeProjection, type ProjectedRow, type Projection, projects } from '@qsc/service-kit';
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
  let projection: Projection<View>;

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
        rows: kit.open(viewDefinition),
        connection: kit.connection,
        events: [
          projects(changed, (event, record) => row(event, record, false)),
          projects(purged, (event, record) => row(event, record, true)),
        ],
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

  it('is the same after it was rebuilt from its source', async () => {
    const before = (await views()) as View[];
    const source = async function* () {
      yield* before;
    };
    await service.kit
      .open(viewDefinition)
      .model.collection.updateMany({}, { $set: { title: 'damaged', version: 999 } });
    await projection.rebuild(source());
    expect(await views()).to.deep.equal(before);
  });
});
