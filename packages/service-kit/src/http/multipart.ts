import type { Readable } from 'node:stream';
import { PassThrough, pipeline } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Actor } from '@qsc/contracts';
import type { Request } from 'express';
import { AppError, invalidField, validationFailed } from '../error.ts';
import { drainBody } from './drain-body.ts';
import { requireExactJson } from './exact-json.ts';
import { fileNameIn } from './file-name.ts';
import { requireStorable } from './storable.ts';
import type { ReceivedFile, Upload } from './upload.ts';

/** A form that came in whole: the stored file, the parsed metadata, and the bytes of the metadata as they came. */
export type ReceivedForm = { file: ReceivedFile; metadata: unknown; text: string };

const FILE = 'file';
const METADATA = 'metadata';
const METADATA_BYTES = 64 * 1024;
/** One more of each than is taken, so that the one too many is seen and named. */
const COUNTS = { files: 2, fields: 2, parts: 3, headerPairs: 32, headerSize: 8 * 1024, fieldSize: METADATA_BYTES };

const cutShort = (): AppError =>
  new AppError('invalid_request', 'The multipart body ends before its closing boundary. Send it whole.');

const tooMany = (): AppError =>
  validationFailed([{ field: 'form', code: 'too_many', message: `The form has one ${FILE} and one ${METADATA}.` }]);

const unknownPart = (name: string | undefined): AppError =>
  invalidField(name || 'form', 'unknown', `The form takes ${FILE} and ${METADATA} alone.`);

const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `The file is too large. This path takes at most ${limit} bytes.`);

const openForm = (request: Request, limit: number): BusboyInstance => {
  const contentType = request.get('content-type') ?? '';
  if (!request.is('multipart/form-data'))
    throw new AppError('unsupported_media_type', `Send a multipart/form-data body of ${FILE} and ${METADATA}.`);
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      preservePath: true,
      isPartAFile: (name, _type, filename) => name === FILE || (name !== METADATA && filename !== undefined),
      limits: { ...COUNTS, fileSize: limit },
    });
  } catch {
    throw new AppError('invalid_request', 'The Content-Type of a multipart body names its boundary.');
  }
};

/** The JSON of the metadata. Throws `invalid_request` or `validation_failed`. */
const parseMetadata = (text: string): unknown => {
  // The form's reader decodes with replacements; JSON that means this character can write it as an escape.
  if (text.includes('\ufffd')) throw new AppError('invalid_request', `The ${METADATA} is not valid UTF-8.`);
  try {
    requireExactJson(Buffer.from(text));
    const parsed: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    requireStorable(parsed);
    return parsed;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_request', `The ${METADATA} is not valid JSON. Mend its syntax.`);
  }
};

/** The parser inside of the form's reader, which has the headers of a part as they came; the reader decodes them with losses. */
type RawParser = { on(event: 'part', listen: (part: Readable) => void): void };

const noteFileNames = (form: BusboyInstance, note: (filename: string) => void): void => {
  const { parser } = (form as unknown as { _parser: { parser: RawParser } })._parser;
  parser.on('part', (part) => {
    part.prependListener('header', (header: Record<string, string[]>) =>
      note(fileNameIn(header['content-disposition']?.[0] ?? '')),
    );
  });
};

type Parts = { stored?: Promise<ReceivedFile>; content?: PassThrough; metadata?: string };

const requireBoth = (parts: Parts): Required<Pick<Parts, 'stored' | 'metadata'>> => {
  const { stored, metadata } = parts;
  if (stored && metadata !== undefined) return { stored, metadata };
  const missing = [...(stored ? [] : [FILE]), ...(metadata === undefined ? [METADATA] : [])];
  throw validationFailed(
    missing.map((field) => ({ field, code: 'required', message: `The form needs a part named ${field}.` })),
  );
};

/** Reads the form into `parts`. Resolves at its end; rejects at its first fault, however much is still to come. */
const readForm = (request: Request, parts: Parts, { upload, actor }: { upload: Upload<ReceivedFile>; actor: Actor }) =>
  new Promise<void>((resolve, reject) => {
    const form = openForm(request, upload.limit);
    let filename = '';
    noteFileNames(form, (sent) => {
      filename = sent;
    });
    const takeFile = (name: string, bytes: Readable) => {
      bytes.on('error', () => reject(cutShort()));
      if (name !== FILE) return reject(unknownPart(name));
      if (parts.content) return reject(tooMany());
      const content = new PassThrough();
      // A store that refuses before it reads listens to nothing.
      content.on('error', () => {});
      parts.content = content;
      bytes.once('limit', () => {
        reject(tooLarge(upload.limit));
        content.destroy();
      });
      pipeline(bytes, content, (error) => error && reject(cutShort()));
      parts.stored = upload.store(content, { filename, actor });
      parts.stored.catch(reject);
    };
    const takeField = (name: string, text: string, isCut: boolean) => {
      if (name !== METADATA) return reject(unknownPart(name));
      if (parts.metadata !== undefined) return reject(tooMany());
      if (isCut) return reject(invalidField(METADATA, 'too_big', `It has at most ${METADATA_BYTES} bytes.`));
      parts.metadata = text;
    };
    form
      .on('file', takeFile)
      .on('field', (name, text, _nameCut, isCut) => takeField(name, text, isCut))
      .on('finish', resolve)
      .on('error', () => reject(cutShort()));
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) form.on(limit, () => reject(tooMany()));
    request.once('close', () => request.complete || reject(cutShort()));
    request.pipe(form);
  });

/**
 * Receives a form of one file and its metadata, in any order, while it comes in: the file goes to the route's store and is
 * never whole in memory. Throws `unsupported_media_type`, `invalid_request`, `payload_too_large` (as soon as the limit is
 * passed), `validation_failed`, or what the store refuses; then what was started is discarded, and the rest of the body is read
 * and dropped, so that the client sees the answer.
 */
export const receiveForm = async (
  upload: Upload<ReceivedFile>,
  request: Request,
  actor: Actor,
): Promise<ReceivedForm> => {
  const parts: Parts = {};
  try {
    await readForm(request, parts, { upload, actor });
    const { stored, metadata } = requireBoth(parts);
    const parsed = parseMetadata(metadata);
    return { file: await stored, metadata: parsed, text: metadata };
  } catch (error) {
    request.unpipe();
    drainBody(request);
    parts.content?.destroy(error as Error);
    const file = await parts.stored?.catch(() => null);
    await file?.discard();
    throw error;
  }
};
