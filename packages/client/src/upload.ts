import { filenameIn } from './content-disposition.ts';

/** A file to upload: bytes, a `Blob` or `File`, the answer of another server, or a stream, such as of `fs.createReadStream(path)`. */
export type UploadSource =
  | Blob
  | Uint8Array<ArrayBuffer>
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A form of a file and its metadata. */
export type Upload = { file: UploadSource; filename?: string; metadata: unknown };

const lastName = (path: string): string => path.split(/[\\/]/).at(-1) ?? '';

/** Null where the answer was made here, or its address has no name. */
const lastNameOfUrl = (url: string): string | null => {
  const name = url === '' ? '' : lastName(new URL(url).pathname);
  return name === '' ? null : decodeURIComponent(name);
};

const readName = (file: UploadSource): string | null => {
  if (file instanceof Response) return filenameIn(file.headers) ?? lastNameOfUrl(file.url);
  const { name, path } = file as { name?: unknown; path?: unknown };
  if (typeof name === 'string') return name;
  return typeof path === 'string' ? lastName(path) : null;
};

const readAll = async (stream: AsyncIterable<Uint8Array>): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of stream) parts.push(part as Uint8Array<ArrayBuffer>);
  return new Blob(parts);
};

const toBlob = async (file: UploadSource): Promise<Blob> => {
  if (file instanceof Blob) return file;
  if (file instanceof Response) {
    if (!file.ok) throw new TypeError(`The answer to be uploaded has the status ${file.status}.`);
    return file.blob();
  }
  if (file instanceof Uint8Array) return new Blob([file]);
  return file instanceof ReadableStream ? new Response(file).blob() : readAll(file);
};

/**
 * The form of an upload. A stream is read to its end first, so that a retry can send it again; the API takes files of 25 MiB at
 * most. Without `filename` the file is named as its source is.
 */
export const toForm = async ({ file, filename, metadata }: Upload): Promise<FormData> => {
  const form = new FormData();
  // First, so that it can be refused before the file is there.
  form.append('metadata', JSON.stringify(metadata));
  form.append('file', await toBlob(file), filename ?? readName(file) ?? 'file');
  return form;
};
