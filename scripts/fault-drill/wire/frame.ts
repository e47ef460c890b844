/** A frame on a wire; `up` is from the service to MongoDB or RabbitMQ. */
export type Frame = { up: boolean; bytes: Buffer };

/** Tells the frames that a fault is about. It sees every frame once, in order, so it may remember. */
export type Selects = (frame: Frame) => boolean;

const METHOD = 1;
const HEADER = 2;
const BODY = 3;
const BASIC = 60;
const PUBLISH = 40;
const RETURN = 50;
const ACK = 80;
const NACK = 120;

const QUEUE = 50;
const DECLARE = 10;
const NAME_LENGTH_AT = 13;

const getMethod = ({ bytes }: Frame, ofClass: number): number | null => {
  if (bytes.length < 11 || bytes[0] !== METHOD || bytes.readUInt16BE(7) !== ofClass) return null;
  return bytes.readUInt16BE(9);
};

const basicMethod = (frame: Frame): number | null => getMethod(frame, BASIC);

/** A message on its way to the broker: its method and its content. */
export const isPublish: Selects = (frame) =>
  frame.up && (frame.bytes[0] === HEADER || frame.bytes[0] === BODY || basicMethod(frame) === PUBLISH);

/** The broker's word that it has a message, or has not. */
export const isConfirm: Selects = (frame) => !frame.up && [ACK, NACK].includes(basicMethod(frame) ?? 0);

/** A queue that is declared or asked for by its name; one without a name is its connection's own. */
export const isQueueDeclare: Selects = (frame) =>
  frame.up && getMethod(frame, QUEUE) === DECLARE && frame.bytes[NAME_LENGTH_AT] !== 0;

/** The ids of messages that the broker gives back since no queue takes them: after such a method their header follows. */
export const readReturns = (): ((frame: Frame) => string | null) => {
  const returning = new Set<number>();
  return (frame) => {
    if (frame.up || frame.bytes.length < 3) return null;
    const channel = frame.bytes.readUInt16BE(1);
    if (basicMethod(frame) === RETURN) returning.add(channel);
    if (frame.bytes[0] !== HEADER || !returning.delete(channel)) return null;
    return /evt_[0-9A-Z]{26}/.exec(frame.bytes.toString('latin1'))?.[0] ?? null;
  };
};

/** A consumer's word that the effect of a message is durable. */
export const isConsumerAck: Selects = (frame) => frame.up && basicMethod(frame) === ACK;

const OP_MSG = 2013;
const FIRST_NAME = 26;

/** The name of a command and the collection that it names, of a request to MongoDB; null for what is none. */
const toCommand = ({ bytes }: Frame): { name: string; target: string } | null => {
  if (bytes.length < FIRST_NAME || bytes.readInt32LE(12) !== OP_MSG) return null;
  const end = bytes.indexOf(0, FIRST_NAME);
  const name = bytes.toString('latin1', FIRST_NAME, end);
  const isText = bytes[FIRST_NAME - 1] === 2;
  return { name, target: isText ? bytes.toString('latin1', end + 5, end + 4 + bytes.readInt32LE(end + 1)) : '' };
};

/** A command to MongoDB. */
export const isCommand =
  (name: string, target?: string): Selects =>
  (frame) => {
    const command = frame.up ? toCommand(frame) : null;
    return command?.name === name && (target === undefined || command.target === target);
  };

/** Such a frame after such another one. */
export const isAfter = (isFirst: Selects, isThen: Selects): Selects => {
  let hasCome = false;
  return (frame) => {
    if (hasCome) return isThen(frame);
    hasCome = isFirst(frame);
    return false;
  };
};

/** MongoDB's answer to such a command. */
export const isAnswerTo = (isAsked: Selects): Selects => {
  const requested = new Set<number>();
  return (frame) => {
    if (isAsked(frame)) requested.add(frame.bytes.readInt32LE(4));
    return !frame.up && frame.bytes.length > 12 && requested.delete(frame.bytes.readInt32LE(8));
  };
};
