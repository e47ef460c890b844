/** Splits a stream into whole frames: the length of the frame that the bytes begin with, or null while that is not known. */
export type FrameLength = (bytes: Buffer) => number | null;

const AMQP_GREETING = 8;
const AMQP_AROUND_PAYLOAD = 8;

/** AMQP 0-9-1: the client's greeting, then type, channel, size, payload and end mark. */
export const amqpFrameLength: FrameLength = (bytes) => {
  if (bytes[0] === 0x41) return AMQP_GREETING;
  return bytes.length < 7 ? null : bytes.readUInt32BE(3) + AMQP_AROUND_PAYLOAD;
};

/** MongoDB's wire protocol: every message begins with its length. */
export const mongoFrameLength: FrameLength = (bytes) => (bytes.length < 4 ? null : bytes.readInt32LE(0));

/** Takes bytes as they come and gives whole frames. */
export type Framer = (chunk: Buffer) => Buffer[];

/** A framer for one direction of one connection. */
export const makeFramer = (getFrameLength: FrameLength): Framer => {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const frames: Buffer[] = [];
    for (
      let length = getFrameLength(rest);
      rest.length > 0 && length !== null && length <= rest.length;
      length = getFrameLength(rest)
    ) {
      frames.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return frames;
  };
};
