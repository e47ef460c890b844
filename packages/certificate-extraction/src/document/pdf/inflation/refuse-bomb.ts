import { tooMuchInflated } from '../../document-error.ts';
import { MAX_INFLATED_BYTES, MAX_INFLATED_BYTES_IN_ALL, MAX_INFLATED_PICTURE_BYTES } from '../../limit.ts';
import { type PackedStream, packedStreams } from './packed-stream.ts';
import { isDeflated, type Unpack, unpackers } from './unpack.ts';

/**
 * Unpacks every stream of a PDF and keeps nothing of it. Throws payload_too_large for one that unpacks to more than is
 * read, at once or through several filters, for all of them together, for too many of them, and for a picture of too many
 * pixels. What is damaged is left to the reader; an encrypted file cannot be judged and is bounded by who reads it.
 */
export async function refuseBombs(bytes: Uint8Array): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = MAX_INFLATED_BYTES_IN_ALL;
  for (const stream of packedStreams(file)) {
    for (const chain of listUnpackings(stream)) {
      left -= await unpackedSize(stream, chain);
      if (left < 0) throw tooMuchInflated(MAX_INFLATED_BYTES_IN_ALL);
    }
  }
}

/** The steps that make data longer. Data that look deflated are judged whatever is said of them. */
function listUnpackings({ data, chains, early }: PackedStream): Unpack[][] {
  const known = unpackers(early);
  const steps = chains.map((chain) => unpackingsUntilPicture(chain, known)).filter(({ length }) => length > 0);
  const inflate = known.get('FlateDecode');
  return steps.length === 0 && inflate && isDeflated(data) ? [[inflate]] : steps;
}

/** What stands behind another filter is a picture, which is judged by its pixels. */
function unpackingsUntilPicture(chain: readonly string[], known: ReadonlyMap<string, Unpack>): Unpack[] {
  const steps = chain.map((name) => known.get(name));
  const end = steps.indexOf(undefined);
  return steps.slice(0, end === -1 ? steps.length : end).filter((step) => step !== undefined);
}

async function unpackedSize({ data, isPicture }: PackedStream, steps: readonly Unpack[]): Promise<number> {
  let packed = data;
  for (const step of steps.slice(0, -1)) packed = await collect(step, packed);
  const last = steps.at(-1);
  const most = isPicture ? MAX_INFLATED_PICTURE_BYTES : MAX_INFLATED_BYTES;
  let size = 0;
  if (last) for await (const part of limited(last, packed, most)) size += part.length;
  return size;
}

async function collect(step: Unpack, packed: Buffer): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of limited(step, packed, MAX_INFLATED_BYTES)) parts.push(part);
  return Buffer.concat(parts);
}

async function* limited(step: Unpack, packed: Buffer, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of step(packed, most)) {
    size += part.length;
    if (size > most) throw tooMuchInflated(most);
    yield part;
  }
}
