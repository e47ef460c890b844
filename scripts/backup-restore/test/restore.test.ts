import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { dropDatabases, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { BSON, MongoClient } from 'mongodb';
import { type FileBucket, makeFileBucket } from '../../../packages/file-store/src/file-bucket.ts';
import { type S3Server, startS3Server } from '../../../packages/file-store/test/s3-server.ts';
import { readArchive } from '../archive/read-archive.ts';
import { backUp, type MadeBackup } from '../back-up.ts';
import { restore } from '../restore.ts';
import { openSnapshot } from '../snapshot.ts';

const NAMES = ['one', 'other'];
const COURSE = { stopped: new AbortController().signal, say: () => {} };
const HOUR_MS = 3_600_000;

describe('a backup of databases', () => {
  const { mongodbUri } = testEnvironment();
  const key = randomBytes(32);
  let folder: string;
  let client: MongoClient;
  let prefix: string;

  before(async () => {
    client = await MongoClient.connect(mongodbUri);
  });
  after(() => client.close());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    prefix = `t_${randomUUID().slice(0, 8)}_`;
  });
  afterEach(async () => {
    await dropDatabases(mongodbUri, prefix);
    rmSync(folder, { recursive: true });
  });

  const collection = (database: string, name: string, at = prefix) =>
    client.db(`${at}${database}`).collection<BSON.Document & { _id: string | number | BSON.ObjectId }>(name);

  const keep = (from: FileBucket | null = null): Promise<MadeBackup> => {
    const source = { client, prefix, databases: NAMES, settings: { MESH_SECRET: 's' }, bucket: from };
    return backUp(
      { ...source, release: '1.2.3' },
      { folder, key },
      { stopped: new AbortController().signal, say: () => {} },
    );
  };

  const restoreTo = async ({ file }: MadeBackup, bucket: FileBucket | null = null): Promise<string> => {
    const target = `${prefix}again_`;
    const { manifest } = await readArchive(file, key);
    await restore({ file, key, manifest }, { client, prefix: target, bucket }, COURSE);
    return target;
  };

  const readBytes = async (database: string, name: string, at: string): Promise<string[]> => {
    const all = collection(database, name, at).find({}, { raw: true, sort: { _id: 1 } });
    return (await all.toArray()).map((document) => (document as unknown as Buffer).toString('hex'));
  };

  it('is restored byte for byte, with every kind of value, and with its indexes', async () => {
    await collection('one', 'kinds').insertMany([
      { _id: 'text', value: 'é', empty: '', none: null, list: [1, [2, {}]], yes: true },
      { _id: 7, double: new BSON.Double(3), int: new BSON.Int32(3), long: BSON.Long.fromString('9007199254740993') },
      {
        _id: new BSON.ObjectId(),
        decimal: BSON.Decimal128.fromString('1.10'),
        at: new Date(5),
        time: new BSON.Timestamp(9n),
      },
      {
        _id: 'bytes',
        bytes: new BSON.Binary(randomBytes(20)),
        id: new BSON.UUID(),
        match: /a.b/i,
        least: new BSON.MinKey(),
      },
    ]);
    const indexes = [
      {
        key: { org_id: 1 as const, at: -1 as const },
        name: 'by_time',
        unique: true,
        partialFilterExpression: { at: { $exists: true } },
      },
      { key: { seen_at: 1 as const }, name: 'ttl', expireAfterSeconds: 3600 },
    ];
    await collection('one', 'kinds').createIndexes(indexes);
    await collection('other', 'many').insertMany(
      Array.from({ length: 2500 }, (_, _id) => ({ _id, text: randomUUID() })),
    );
    await client.db(`${prefix}other`).createCollection('empty');
    const target = await restoreTo(await keep());
    for (const [database, name] of [
      ['one', 'kinds'],
      ['other', 'many'],
      ['other', 'empty'],
    ] as const)
      expect(await readBytes(database, name, target)).to.deep.equal(await readBytes(database, name, prefix));
    const built = await collection('one', 'kinds', target).indexes();
    expect(built).to.deep.equal(await collection('one', 'kinds').indexes());
    expect(await client.db(`${target}other`).listCollections({ name: 'empty' }).toArray()).to.have.length(1);
  });

  it('is of one moment over all databases, while what belongs together is written to two of them', async () => {
    const amounts = { one: 1000, other: 0 };
    for (const name of NAMES)
      await collection(name, 'filler').insertMany(Array.from({ length: 3000 }, (_, _id) => ({ _id })));
    await collection('one', 'account').insertOne({ _id: 'a', amount: amounts.one });
    await collection('other', 'account').insertOne({ _id: 'a', amount: amounts.other });
    let done = false;
    let moves = 0;
    const move = async () => {
      for (; !done; moves += 1)
        await client.withSession((session) =>
          session.withTransaction(async () => {
            await collection('one', 'account').updateOne({ _id: 'a' }, { $inc: { amount: -1 } }, { session });
            await collection('other', 'account').updateOne({ _id: 'a' }, { $inc: { amount: 1 } }, { session });
          }),
        );
    };
    const moving = move();
    const made = await keep();
    const kept = moves;
    done = true;
    await moving;
    const target = await restoreTo(made);
    const one = await collection('one', 'account', target).findOne({ _id: 'a' });
    const other = await collection('other', 'account', target).findOne({ _id: 'a' });
    expect(one?.amount + other?.amount).to.equal(1000);
    expect(other?.amount).to.be.at.most(kept + 1);
  });

  it('is restored so that confirmed events are sent again, and consumers and callers stay known', async () => {
    const long = new Date(Date.now() - 100 * 24 * HOUR_MS);
    await collection('one', 'outbox').insertMany([
      { _id: 'confirmed', body: 'b', confirmed_at: long },
      { _id: 'open', body: 'b', claimed_until: long },
    ]);
    await collection('one', 'inbox').insertOne({ _id: 'consumer/confirmed', received_at: long });
    await collection('one', 'idempotency').insertOne({ _id: 'org/key', created_at: long });
    const target = await restoreTo(await keep());
    const rows = await collection('one', 'outbox', target).find().sort({ _id: 1 }).toArray();
    expect(rows.map(({ _id, confirmed_at }) => [_id, confirmed_at])).to.deep.equal([
      ['confirmed', undefined],
      ['open', undefined],
    ]);
    expect(rows.every(({ claimed_until }) => claimed_until <= new Date())).to.equal(true);
    const inbox = await collection('one', 'inbox', target).findOne();
    const idempotency = await collection('one', 'idempotency', target).findOne();
    for (const at of [inbox?.received_at, idempotency?.created_at]) expect(at.getTime()).to.be.above(long.getTime());
  });

  it('names in its manifest the moment, the release, counts, hashes and settings, and not their values', async () => {
    await collection('one', 'record').insertOne({ _id: 1 });
    const { manifest } = await keep();
    expect(manifest).to.deep.include({ format: 1, release: '1.2.3', files: [] });
    expect(Math.abs(Date.parse(manifest.moment) - Date.now())).to.be.below(HOUR_MS);
    expect(manifest.databases[0]?.collections[0]).to.deep.include({ name: 'record', documents: 1 });
    expect(manifest.settings.names).to.deep.equal(['MESH_SECRET']);
  });

  it('is not restored into a database that holds anything, and leaves it as it is', async () => {
    await collection('one', 'record').insertOne({ _id: 1 });
    const made = await keep();
    const target = `${prefix}again_`;
    await collection('other', 'foreign', target).insertOne({ _id: 'mine' });
    const refused = await restoreTo(made).catch((error: Error) => error.message);
    expect(refused).to.include(`${target}other is not empty`);
    expect(await readBytes('other', 'foreign', target)).to.have.length(1);
    expect(await client.db(`${target}one`).listCollections().toArray()).to.deep.equal([]);
  });

  it('leaves nothing of what could not be restored whole', async () => {
    await collection('one', 'record').insertMany([{ _id: 1 }, { _id: 2 }]);
    const { file } = await keep();
    const { manifest } = await readArchive(file, key);
    const altered = structuredClone(manifest);
    for (const one of altered.databases[0]?.collections ?? []) one.indexes = [{ name: 'bad', key: { a: 'nonsense' } }];
    const target = `${prefix}again_`;
    const failed = await restore(
      { file, key, manifest: altered },
      { client, prefix: target, bucket: null },
      COURSE,
    ).catch(() => 'failed');
    expect(failed).to.equal('failed');
    for (const name of NAMES) expect(await client.db(`${target}${name}`).listCollections().toArray()).to.deep.equal([]);
  });

  describe('with files in a bucket', () => {
    let server: S3Server | null;
    let source: FileBucket;
    let empty: FileBucket;

    before(async function () {
      server = await startS3Server();
      // Only where there is no S3 server to be had, which it prints.
      if (!server) return this.skip();
      source = makeFileBucket({ ...server.settings, prefix: 'here/' });
      empty = makeFileBucket({ ...server.settings, prefix: 'there/' });
    });
    after(async () => {
      for (const bucket of server ? [source, empty] : []) bucket.close();
      await server?.stop();
    });

    it('holds them, and is restored into an empty bucket alone, byte for byte', async () => {
      const contents = new Map([
        ['org_1/file_a', randomBytes(700_000)],
        ['org_2/file_b', randomBytes(3)],
      ]);
      for (const [name, content] of contents) await source.write(name, Readable.from([content]));
      await source.write('audit-checkpoints/org_1/1', Readable.from([Buffer.from('jws')]));
      await collection('one', 'record').insertOne({ _id: 1 });
      const made = await keep(source);
      expect(made.manifest.files.map(({ key: name, bytes }) => [name, bytes])).to.have.deep.members([
        ['org_1/file_a', 700_000],
        ['org_2/file_b', 3],
      ]);
      await restoreTo(made, empty);
      for (const [name, content] of contents)
        expect((await buffer(await empty.read(name))).equals(content)).to.equal(true);
      await dropDatabases(mongodbUri, `${prefix}again_`);
      const refused = await restoreTo(made, empty).catch((error: Error) => error.message);
      expect(refused).to.include('bucket is not empty');
    });

    it('leaves out a file that was removed between the listing and the reading', async () => {
      await source.write('org_1/kept', Readable.from(['kept']));
      await source.write('org_1/expired', Readable.from(['expired']));
      await collection('one', 'record').insertOne({ _id: 1 });
      const { manifest } = await keep({
        ...source,
        async *keys() {
          for await (const name of source.keys()) {
            if (name === 'org_1/expired') await source.remove(name);
            yield name;
          }
        },
      });
      const names = manifest.files.map((file) => file.key);
      expect(names).to.include('org_1/kept').and.not.include('org_1/expired');
    });

    it('is restored beside files of others where it holds none', async () => {
      await source.write('org_9/foreign', Readable.from(['mine']));
      await collection('one', 'record').insertOne({ _id: 1 });
      const target = await restoreTo(await keep(), source);
      expect(await readBytes('one', 'record', target)).to.have.length(1);
      expect((await buffer(await source.read('org_9/foreign'))).toString()).to.equal('mine');
    });
  });

  it('is not made where a collection comes at its moment, and says to begin it again', async () => {
    await collection('one', 'record').insertOne({ _id: 1 });
    const admin = {
      async command(command: BSON.Document) {
        if ('aggregate' in command) await client.db(`${prefix}other`).createCollection('late');
        return client.db('admin').command(command);
      },
    };
    const during = { db: (name: string) => (name === 'admin' ? admin : client.db(name)) } as unknown as MongoClient;
    const opened = await openSnapshot(during, [`${prefix}one`, `${prefix}other`]).catch(
      (error: Error) => error.message,
    );
    expect(opened).to.include('Try again');
  });

  it('is not made of nothing, and leaves no file', async () => {
    expect(await keep().catch((error: Error) => error.message)).to.include('nothing to keep');
    expect(readdirSync(folder)).to.deep.equal([]);
  });
});
