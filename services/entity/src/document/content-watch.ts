import { Transform } from 'node:stream';
import { COMPOUND, COMPOUND_NAMES, type SeenContent, ZIP } from './media-type.ts';

const HEAD_BYTES = 64 * 1024;
/** Where the name of an entry begins after its local header, and where that says how long it is (APPNOTE, 4.3.7). */
const NAME_AT = 30;
const NAME_LENGTH_AT = 26;
const NAME_BYTES = 256;
const KEPT_BYTES = NAME_AT + NAME_BYTES;
const NAMES = 10_000;

const STREAM_NAMES = Object.keys(COMPOUND_NAMES).map((name) => ({ name, bytes: Buffer.from(name, 'utf16le') }));

/** Notes the names of entries whose local headers lie in the piece; one that is cut off is in the next piece too. */
const noteEntries = (piece: Buffer, names: Set<string>): void => {
  for (let at = piece.indexOf(ZIP); at >= 0 && names.size < NAMES; at = piece.indexOf(ZIP, at + ZIP.length)) {
    if (at + NAME_AT > piece.length) return;
    const length = Math.min(piece.readUInt16LE(at + NAME_LENGTH_AT), NAME_BYTES);
    if (at + NAME_AT + length <= piece.length) names.add(piece.toString('latin1', at + NAME_AT, at + NAME_AT + length));
  }
};

const noteStreams = (piece: Buffer, names: Set<string>): void => {
  for (const { name, bytes } of STREAM_NAMES) if (piece.includes(bytes)) names.add(name);
};

/** A stream that lets a file pass and notes what tells its type, without keeping it. */
export const makeContentWatch = (): { stream: Transform; seen: () => SeenContent } => {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let hasNull = false;
  const names = new Set<string>();
  const note = (chunk: Buffer): void => {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    hasNull ||= chunk.includes(0);
    const piece = Buffer.concat([tail, chunk]);
    if (head.subarray(0, ZIP.length).equals(ZIP)) noteEntries(piece, names);
    if (head.subarray(0, COMPOUND.length).equals(COMPOUND)) noteStreams(piece, names);
    tail = piece.subarray(-KEPT_BYTES);
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      note(chunk);
      done(null, chunk);
    },
  });
  return { stream, seen: () => ({ head, names, hasNull }) };
};
