import { expect } from 'chai';
import { type Frame, isAfter, isQueueDeclare, readReturns } from '../wire/frame.ts';
import { amqpFrameLength, makeFramer, mongoFrameLength } from '../wire/framing.ts';

const amqpFrame = (payload: string): Buffer => {
  const head = Buffer.from([1, 0, 1, 0, 0, 0, payload.length]);
  return Buffer.concat([head, Buffer.from(payload), Buffer.from([0xce])]);
};

const mongoMessage = (payload: string): Buffer => {
  const message = Buffer.alloc(16 + payload.length);
  message.writeInt32LE(message.length, 0);
  message.write(payload, 16);
  return message;
};

describe('frames of a wire', () => {
  it('come whole, however the bytes of AMQP are cut', () => {
    const frames = [
      Buffer.from('AMQP\0\0\x09\x01', 'latin1'),
      amqpFrame('open'),
      amqpFrame(''),
      amqpFrame('a message'),
    ];
    const stream = Buffer.concat(frames);
    const framer = makeFramer(amqpFrameLength);
    const came = [...stream].flatMap((byte) => framer(Buffer.from([byte])));
    expect(came).to.deep.equal(frames);
    expect(makeFramer(amqpFrameLength)(stream)).to.deep.equal(frames);
  });

  it('come whole, however the bytes of MongoDB are cut', () => {
    const messages = [mongoMessage('hello'), mongoMessage(''), mongoMessage('insert')];
    const stream = Buffer.concat(messages);
    const framer = makeFramer(mongoFrameLength);
    const came = [...stream].flatMap((byte) => framer(Buffer.from([byte])));
    expect(came).to.deep.equal(messages);
    expect(makeFramer(mongoFrameLength)(stream)).to.deep.equal(messages);
  });
});

describe('what the broker gives back', () => {
  const frame = (type: number, channel: number, payload: Buffer) => {
    const head = Buffer.from([type, 0, channel, 0, 0, 0, payload.length]);
    return { up: false, bytes: Buffer.concat([head, payload, Buffer.from([0xce])]) };
  };
  const ID = 'evt_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const given = frame(1, 1, Buffer.from([0, 60, 0, 50, 1, 0x38]));
  const header = (channel: number) => frame(2, channel, Buffer.from(`\0\x3c...${ID}`, 'latin1'));

  it('is told by the header that follows on the same channel, once', () => {
    const readReturn = readReturns();
    expect([header(1), given, header(2), header(1), header(1)].map(readReturn)).to.deep.equal([
      null,
      null,
      null,
      ID,
      null,
    ]);
  });

  it('is nothing that goes to the broker', () => {
    const readReturn = readReturns();
    readReturn(given);
    expect(readReturn({ ...header(1), up: true })).to.equal(null);
  });
});

describe('a queue that is declared', () => {
  const declare = (name: string): Frame => {
    const method = Buffer.from([0, 50, 0, 10, 0, 0, name.length, ...Buffer.from(name), 0, 0, 0, 0, 0]);
    const head = Buffer.from([1, 0, 1, 0, 0, 0, method.length]);
    return { up: true, bytes: Buffer.concat([head, method, Buffer.from([0xce])]) };
  };

  it('is one that has a name, on its way to the broker', () => {
    expect(isQueueDeclare(declare('audit.p1'))).to.equal(true);
    expect(isQueueDeclare(declare(''))).to.equal(false);
    expect(isQueueDeclare({ ...declare('audit.p1'), up: false })).to.equal(false);
  });
});

describe('a moment after another', () => {
  it('is every such frame that comes after the first one of the other kind', () => {
    const is =
      (text: string) =>
      ({ bytes }: Frame): boolean =>
        bytes.toString() === text;
    const isMoment = isAfter(is('file'), is('commit'));
    const came = ['commit', 'file', 'insert', 'commit', 'commit'].map((text) => ({
      up: true,
      bytes: Buffer.from(text),
    }));
    expect(came.map(isMoment)).to.deep.equal([false, false, false, true, true]);
  });
});
