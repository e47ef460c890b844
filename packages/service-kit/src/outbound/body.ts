import type { Readable } from 'node:stream';

/** What comes beyond the bytes that are kept is read this far, for the sake of the connection, and then cut. */
const DISCARD_BYTES = 65_536;

/**
 * The first bytes of an answer's body, as they came: nothing is unpacked, so a small answer cannot grow. A body that goes on
 * for much longer is ended together with its connection.
 */
export const readBody = async (stream: Readable, keep: number): Promise<{ body: Buffer; truncated: boolean }> => {
  const kept: Buffer[] = [];
  let room = keep;
  // The cut below is told to the stream as an error, which is none to us.
  stream.on('error', () => {});
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (room > 0) kept.push(chunk.subarray(0, room));
    room -= chunk.length;
    if (room < -DISCARD_BYTES) break;
  }
  return { body: Buffer.concat(kept), truncated: room < 0 };
};
