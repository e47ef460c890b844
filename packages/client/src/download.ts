import { filenameIn } from './content-disposition.ts';
import { ChecksumError, NetworkError } from './errors.ts';

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

const readChecksum = ({ status, headers }: Response): string | null =>
  status === 200 ? (/^(?:W\/)?"(sha256:[0-9a-f]{64})"$/.exec(headers.get('etag') ?? '')?.[1] ?? null) : null;

type Digest = { update(bytes: Uint8Array): void; end(): string };

/** A SHA-256 over pieces, in hexadecimal; loaded with the first file that has a checksum. */
const makeDigest = async (): Promise<Digest> => {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const { bytesToHex } = await import('@noble/hashes/utils.js');
  const digest = sha256.create();
  return { update: (bytes) => void digest.update(bytes), end: () => bytesToHex(digest.digest()) };
};

/** The bytes as they come. A connection that breaks ends them with a `NetworkError`, other bytes than announced with a `ChecksumError`. */
const checked = (
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  checksum: string | null,
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const reader = source.getReader();
  let digest: Digest | undefined;
  const requireChecksum = () => {
    const found = digest && `sha256:${digest.end()}`;
    if (found && found !== checksum) throw new ChecksumError(`The file should be ${checksum} and is ${found}.`);
  };
  return new ReadableStream({
    async start() {
      if (checksum !== null) digest = await makeDigest();
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw cause instanceof TypeError ? new NetworkError('The download broke off.', { cause }) : cause;
      });
      if (!done) {
        digest?.update(value);
        return controller.enqueue(value);
      }
      requireChecksum();
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
};

/** The file of an answer. */
export const toDownload = (response: Response): Download => {
  const { headers } = response;
  const checksum = readChecksum(response);
  const raw = (response.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const body = checked(raw, checksum);
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
