import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { exampleId, newId } from '@qsc/contracts';
import {
  AppError,
  type Composed,
  created,
  type Download,
  download,
  type Kit,
  route,
  startService,
  uploadRoute,
} from '@qsc/service-kit';
import { dropDatabases, startStandInIdentity, testEnvironment, testServiceConfig } from '@qsc/test-kit';
import { z } from 'zod';

const MIB = 1024 * 1024;

const Label = z.strictObject({ label: z.string().min(1) }).meta({ id: 'Label' });
const Kept = z.object({ id: z.string(), label: z.string(), size: z.number().int() }).meta({ id: 'KeptFile' });
const FileName = z.object({ name: z.string().meta({ description: 'Which file.', examples: ['text'] }) });

/** The smallest service that takes and gives files; `files` holds what it keeps, `discarded` counts what it took back. */
export type FileService = {
  url: string;
  token: string;
  files: Map<string, Buffer>;
  filenames: string[];
  downloads: Map<string, Download>;
  state: { discarded: number; stored: Promise<void> | null };
  stop(): Promise<void>;
};

export const TEXT = Buffer.from('abcdefghijklmnopqrstuvwxyz');
export const MODIFIED = new Date('2026-03-02T09:30:00.500Z');
export const LIMIT = MIB;

/** A file of known bytes. */
export const textFile = (changed: Partial<Download> = {}): Download => ({
  contentType: 'text/plain',
  filename: 'Prüfbericht "7".txt',
  size: TEXT.length,
  etag: 'abc',
  lastModified: MODIFIED,
  open: (range) => Readable.from([range ? TEXT.subarray(range.start, range.end + 1) : TEXT]),
  ...changed,
});

/** Starts it. */
export const startFileService = async (): Promise<FileService> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const files = new Map<string, Buffer>();
  const filenames: string[] = [];
  const downloads = new Map<string, Download>();
  const state: FileService['state'] = { discarded: 0, stored: null };

  const store = async (content: Readable, { filename }: { filename: string }) => {
    if (filename.includes('/')) throw new AppError('conflict', 'This name is not taken.');
    const id = newId('file');
    const chunks: Buffer[] = [];
    for await (const chunk of content) {
      if (String(chunk).startsWith('<html')) throw new AppError('unsupported_media_type', 'A web page is not taken.');
      chunks.push(chunk);
    }
    await state.stored;
    const bytes = Buffer.concat(chunks);
    files.set(id, bytes);
    filenames.push(filename);
    return {
      id,
      size: bytes.length,
      checksum: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
      async discard() {
        state.discarded += 1;
        files.delete(id);
      },
    };
  };

  const compose = ({ unitOfWork }: Kit): Composed => ({
    routes: [
      uploadRoute({
        id: 'keepFile',
        tag: 'Entities',
        path: '/files',
        summary: 'Keep a file',
        description: 'Keeps a file.',
        scope: 'entities:write',
        body: Label,
        upload: { limit: LIMIT, mediaTypes: ['text/plain'], store },
        answer: created(Kept, ({ id }) => `/v1/files/${id}`),
        throws: ['conflict'],
        example: { body: { label: 'A file' }, answer: { id: exampleId('file'), label: 'A file', size: 3 } },
        handle: ({ body, file, call }) =>
          unitOfWork.decide(call, {}, () => {
            if (body.label === 'taken') throw new AppError('conflict', 'This label is taken.');
            return { changes: [], events: [], answer: { id: file.id, label: body.label, size: file.size } };
          }),
      }),
      route({
        id: 'getFile',
        tag: 'Entities',
        method: 'get',
        path: '/files/:name',
        summary: 'Download a file',
        description: 'Downloads a file.',
        scope: 'entities:read',
        params: FileName,
        answer: download(['text/plain'], { 'text/plain': 'A text.' }),
        example: {},
        handle: async ({ params }) => {
          const found = downloads.get(params.name);
          if (!found) throw new AppError('not_found', 'There is no such file.');
          return found;
        },
      }),
    ],
  });

  const config = testServiceConfig(environment, identity);
  const service = await startService({ name: 'file', config, collections: [], compose });
  return {
    url: `http://127.0.0.1:${service.httpPort}`,
    token: identity.token({ orgId: newId('organization') }),
    files,
    filenames,
    downloads,
    state,
    async stop() {
      await service.stop();
      await identity.stop();
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};

/** A source of endless bytes, as fast as they are taken. `given` counts the blocks. */
export const endlessSource = (): { source: Readable; given: () => number } => {
  let given = 0;
  const block = Buffer.alloc(64 * 1024);
  const source = new Readable({
    read() {
      given += 1;
      this.push(block);
    },
  });
  return { source, given: () => given };
};

/** A source that gives some bytes and then fails. */
export const failingSource = (bytes: string): Readable => {
  const source = new PassThrough();
  source.write(bytes);
  source.once('resume', () => setImmediate(() => source.destroy(new Error('the disk is broken'))));
  return source;
};
