import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { filenameIn } from './content-disposition.ts';
import { ChecksumError } from './errors.ts';

/** A file that is under way. Its bytes are checked against `checksum` while they are read: other ones end in a `ChecksumError`. */
export type Download = {
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  filename: string | null;
  contentType: string | null;
  /** In bytes; null where it is made while it is sent. */
  size: number | null;
  /** `sha256:<hex>`; null where the API does not tell it, or for a part of a file. */
  checksum: string | null;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  text(): Promise<string>;
  blob(): Promise<Blob>;
};

const checksumOf = ({ status, headers }: Response): string | null =>
  status === 200 ? (/^(?:W\/)?"(sha256:[0-9a-f]{64})"$/.exec(headers.get('etag') ?? '')?.[1] ?? null) : null;

const verifying = (checksum: string): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  const digest = sha256.create();
  return new TransformStream({
    transform(chunk, controller) {
      digest.update(chunk);
      controller.enqueue(chunk);
    },
    flush() {
      const found = `sha256:${bytesToHex(digest.digest())}`;
      if (found !== checksum) throw new ChecksumError(`The file should be ${checksum} and is ${found}.`);
    },
  });
};

/** The file of an answer. */
export const toDownload = (response: Response): Download => {
  const { headers } = response;
  const checksum = checksumOf(response);
  const raw = (response.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const body = checksum === null ? raw : raw.pipeThrough(verifying(checksum));
  const length = headers.get('content-length');
  const read = () => new Response(body, { headers: { 'content-type': headers.get('content-type') ?? '' } });
  return {
    body,
    filename: filenameIn(headers),
    contentType: headers.get('content-type'),
    size: length === null ? null : Number(length),
    checksum,
    bytes: async () => new Uint8Array(await read().arrayBuffer()),
    text: () => read().text(),
    blob: () => read().blob(),
  };
};
