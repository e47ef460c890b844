import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { newId } from '@qsc/contracts';
import { loadConfig, VersionConflict } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { toS3Settings } from '../src/config.ts';
import { DamagedFile, EMBEDDED_FILES, fileStoreEnvironment } from '../src/index.ts';
import { type Setting, startSetting } from './setting.ts';

const MIB = 1024 * 1024;
/** Longer than the three hours for which a queue lets a worker write. */
const PROVISIONAL_MS = 4 * 3_600_000;

const sha256 = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const inPieces = (bytes: Buffer, size = 100_000): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
    { objectMode: false },
  );

const failing = (bytes: Buffer): Readable =>
  Readable.from(
    (async function* () {
      yield bytes;
      throw new Error('the client is gone');
    })(),
    { objectMode: false },
  );

const read = async (source: Readable): Promise<Buffer> => Buffer.concat(await source.toArray());

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('this did not fail'),
    (error: Error) => error,
  );

describe('a file in the database whose primary is lost while it comes in', () => {
  let setting: Setting;
  const orgId = newId('organization');

  before(async () => {
    setting = (await startSetting('gridfs')) as Setting;
  });
  after(() => setting.stop());

  it('is refused, and nothing is left of it, where a piece went with the primary', async () => {
    const losing = Readable.from(
      (async function* () {
        yield randomBytes(MIB);
        const { connection } = setting.kit;
        const mark = await connection.collection('file_mark').findOne({ org_id: orgId } as never);
        const fileId = String(mark?._id);
        const first = { files_id: `${orgId}/${fileId}`, n: 0 } as never;
        await eventually('a piece is stored', () => connection.collection('file.chunks').findOne(first));
        await setting.lose(orgId, fileId);
        yield randomBytes(MIB);
      })(),
      { objectMode: false },
    );
    const refused = await failure(setting.store.put(losing, { orgId }));
    expect(refused).to.have.property('code', 'service_unavailable');
    expect([await setting.countBytes(), await setting.countMarks()]).to.deep.equal([0, 0]);
  });
});

for (const where of ['gridfs', 's3'] as const)
  describe(`the file store in ${where}`, () => {
    let setting: Setting;
    const orgId = newId('organization');

    before(async function () {
      const started = await startSetting(where);
      if (!started) return this.skip();
      setting = started;
    });
    after(() => setting?.stop());

    const put = (bytes: Buffer) => setting.store.put(inPieces(bytes), { orgId });
    const kept = async (bytes: Buffer) => {
      const file = await put(bytes);
      await setting.kit.unitOfWork.commit([setting.store.confirm(file)], []);
      return file;
    };

    for (const size of [0, 1, 3 * MIB, 12 * MIB + 7])
      it(`gives back the ${size} bytes that it took, with their size and checksum`, async () => {
        const bytes = randomBytes(size);
        const file = await kept(bytes);
        expect(file).to.deep.include({ size_bytes: size, checksum: sha256(bytes) });
        expect(file.file_id).to.match(/^file_/);
        expect((await read(await setting.store.open(orgId, file))).equals(bytes)).to.equal(true);
      });

    it('gives a part', async () => {
      const bytes = randomBytes(2 * MIB);
      const file = await kept(bytes);
      for (const [start, end] of [
        [0, 0],
        [500_000, 1_500_000],
        [2 * MIB - 1, 2 * MIB - 1],
        [0, 2 * MIB - 1],
      ] as const) {
        const part = await read(await setting.store.open(orgId, file, { start, end }));
        expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).to.equal(true);
      }
    });

    it('opens no file of another organisation', async () => {
      const file = await kept(randomBytes(10));
      const opened = setting.store.open(newId('organization'), file).then(read);
      expect(await failure(opened)).to.be.instanceOf(DamagedFile);
    });

    describe('a file that is not as it was stored', () => {
      for (const size of [100, 3 * MIB])
        it(`of ${size} bytes fails before its last bytes are given`, async () => {
          const bytes = randomBytes(size);
          const file = await kept(bytes);
          await setting.tamper(orgId, file.file_id, randomBytes(Math.min(size, 512 * 1024)));
          const source = await setting.store.open(orgId, file);
          let given = 0;
          source.on('data', (chunk: Buffer) => {
            given += chunk.length;
          });
          const error = await new Promise((resolve) => source.once('error', resolve));
          expect(error).to.be.instanceOf(DamagedFile);
          expect((error as DamagedFile).file).to.deep.equal(file);
          expect(given).to.be.lessThan(size);
        });

      it('fails where its bytes are gone, whole and in part', async () => {
        const file = await kept(randomBytes(1_000));
        await setting.lose(orgId, file.file_id);
        for (const range of [undefined, { start: 0, end: 10 }])
          expect(await failure(setting.store.open(orgId, file, range).then(read))).to.be.instanceOf(DamagedFile);
      });
    });

    describe('what no record refers to', () => {
      beforeEach(async () => {
        await setting.store.sweep(new Date(setting.clock.now.getTime() + 2 * PROVISIONAL_MS));
      });

      const counts = async () => [await setting.countBytes(), await setting.countMarks()];

      it('is not left by content that fails, small or large', async () => {
        const before = await counts();
        for (const size of [10, 7 * MIB]) {
          const error = await failure(setting.store.put(failing(randomBytes(size)), { orgId }));
          expect(error.message).to.equal('the client is gone');
          expect(await counts()).to.deep.equal(before);
        }
      });

      it('is not left by content over the limit', async () => {
        const before = await counts();
        const error = await failure(setting.store.put(inPieces(randomBytes(MIB)), { orgId, limit: MIB - 1 }));
        expect(error).to.include({ code: 'payload_too_large' });
        expect(await counts()).to.deep.equal(before);
        await setting.store.discard(orgId, await setting.store.put(inPieces(randomBytes(MIB)), { orgId, limit: MIB }));
        expect(await counts()).to.deep.equal(before);
      });

      it('is swept when it is older than a worker may write it, and not before', async () => {
        const before = await counts();
        const file = await put(randomBytes(10));
        const { now } = setting.clock;
        expect(await setting.store.sweep(new Date(now.getTime() + PROVISIONAL_MS))).to.equal(0);
        expect((await read(await setting.store.open(orgId, file))).length).to.equal(10);
        expect(await setting.store.sweep(new Date(now.getTime() + PROVISIONAL_MS + 1))).to.equal(1);
        expect(await counts()).to.deep.equal(before);
      });

      it('cannot be confirmed once it is swept', async () => {
        const file = await put(randomBytes(10));
        await setting.store.sweep(new Date(setting.clock.now.getTime() + 2 * PROVISIONAL_MS));
        const error = await failure(setting.kit.unitOfWork.commit([setting.store.confirm(file)], []));
        expect(error).to.be.instanceOf(VersionConflict);
      });

      it('is not what a commit has confirmed: neither a sweep nor a discard takes that', async () => {
        const file = await kept(randomBytes(10));
        await setting.store.discard(orgId, file);
        await setting.store.sweep(new Date(setting.clock.now.getTime() + 2 * PROVISIONAL_MS));
        expect((await read(await setting.store.open(orgId, file))).length).to.equal(10);
      });

      it('is let go by a commit, and removed by the next sweep', async () => {
        const before = await counts();
        const file = await kept(randomBytes(10));
        await setting.kit.unitOfWork.commit([setting.store.release(orgId, file)], []);
        await setting.store.sweep(new Date(setting.clock.now.getTime() + 2 * PROVISIONAL_MS));
        expect(await counts()).to.deep.equal(before);
      });

      it('is removed on demand', async () => {
        const before = await counts();
        const file = await kept(randomBytes(10));
        await setting.store.remove(orgId, file);
        expect(await counts()).to.deep.equal(before);
      });
    });

    it('says that it is ready', async () => {
      expect(await setting.store.isReady()).to.equal(true);
    });
  });

describe('the settings of an S3 store', () => {
  it('counts what is empty as not set, as a compose file gives it', () => {
    const empty = { S3_BUCKET: '', S3_ENDPOINT: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' };
    const config = { ...loadConfig(fileStoreEnvironment, empty), S3_BUCKET: 'files' };
    expect(toS3Settings(config)).to.deep.include({ endpoint: undefined, credentials: undefined });
  });

  it('has no bucket and no secret by itself', () => {
    expect(() => toS3Settings(EMBEDDED_FILES)).to.throw('Set S3_BUCKET');
    const half = { ...EMBEDDED_FILES, S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key' };
    expect(() => toS3Settings(half)).to.throw('Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  });
});
