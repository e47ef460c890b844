import { expect } from 'chai';
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
