import { expect } from 'chai';
import { type SendOutcome, sendEach } from '../../src/connector/odata/send-each.ts';
import { RemoteRefusal, RemoteTrouble } from '../../src/remote/remote-error.ts';

const items = Array.from({ length: 6 }, (_, index) => ({ id: String(index) }));
const limit = new RemoteRefusal('RATE_LIMIT', 'Too many requests.');

describe('rows that are sent each by itself', () => {
  it('are under way as many at a time as is said, and each gets its own answer', async () => {
    let [now, most] = [0, 0];
    const came = await sendEach(
      items,
      async ({ id }): Promise<SendOutcome> => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
        if (id === '2') throw new RemoteTrouble('The record is locked.');
        return { status: 200 + Number(id), headers: {}, body: null };
      },
      3,
    );
    expect(most).to.equal(3);
    const notified = [...came].map(([id, one]) => [id, one instanceof Error ? one.message : one.status]);
    expect(notified).to.deep.equal([
      ...[
        ['0', 200],
        ['1', 201],
        ['2', 'The record is locked.'],
      ],
      ...[
        ['3', 203],
        ['4', 204],
        ['5', 205],
      ],
    ]);
  });

  it('end at an error that concerns all: what was done is returned, and nothing more is sent', async () => {
    const sent: string[] = [];
    const came = await sendEach(
      items,
      async ({ id }): Promise<SendOutcome> => {
        sent.push(id);
        if (id === '2') throw limit;
        return { status: 204, headers: {}, body: null };
      },
      2,
    );
    expect(items.slice(4).some(({ id }) => sent.includes(id))).to.equal(false);
    expect([came.get('0'), came.get('1')].every((one) => !(one instanceof Error))).to.equal(true);
    expect(['2', '4', '5'].map((id) => came.get(id))).to.deep.equal([limit, limit, limit]);
  });

  it('throw it where nothing was done', async () => {
    const thrown = await sendEach(items, () => Promise.reject(limit), 2).catch((error: unknown) => error);
    expect(thrown).to.equal(limit);
  });
});
