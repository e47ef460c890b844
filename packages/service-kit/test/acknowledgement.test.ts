import type { ConsumeMessage } from 'amqplib';
import { expect } from 'chai';
import { makeAcknowledgements } from '../src/broker/acknowledgement.ts';

const message = (deliveryTag: number) => ({ fields: { deliveryTag } }) as ConsumeMessage;

describe('the acknowledgements of a channel', () => {
  const begin = (tags: readonly number[]) => {
    const sent: [tag: number, allUpTo: boolean][] = [];
    const acknowledgements = makeAcknowledgements(({ fields }, allUpTo) => sent.push([fields.deliveryTag, allUpTo]));
    for (const tag of tags) acknowledgements.open(message(tag));
    /** What is said of these in one turn, whatever their order. */
    const ack = async (...some: number[]) => {
      for (const tag of some) acknowledgements.ack(message(tag));
      await new Promise((resolve) => setImmediate(resolve));
      return sent.splice(0);
    };
    return { ack, close: (tag: number) => acknowledgements.close(message(tag)) };
  };

  it('are one word for all that a turn has settled', async () => {
    const { ack } = begin([1, 2, 3, 4]);
    expect(await ack(2, 1, 3)).to.deep.equal([[3, true]]);
    expect(await ack(4)).to.deep.equal([[4, true]]);
  });

  it('never cover a message that is still open', async () => {
    const { ack } = begin([1, 2, 3, 4, 5]);
    expect(await ack(1, 3, 5)).to.deep.equal([
      [1, true],
      [3, false],
      [5, false],
    ]);
    expect(await ack(4)).to.deep.equal([[4, false]]);
    expect(await ack(2)).to.deep.equal([[2, true]]);
  });

  it('do not wait for a message that was given back or parked', async () => {
    const { ack, close } = begin([1, 2, 3]);
    close(1);
    expect(await ack(3, 2)).to.deep.equal([[3, true]]);
  });
});
