import { expect } from 'chai';
import type { Change } from '../src/mongo/change.ts';
import { makeCommitQueue } from '../src/mongo/commit-queue.ts';

const collection = { definition: { name: 'note' } } as Extract<Change, { op: 'hold' }>['collection'];
const makeSet = (name: string, size = 1): Change[] =>
  Array.from({ length: size }, (_, index) => ({ op: 'hold', collection, id: `${name}${index}`, filter: {} }));

const listNames = (group: { changes: readonly Change[] }[]): string[] =>
  group.map(({ changes }) => changes[0]?.id.slice(0, -1) ?? '');

describe('the queue of commits', () => {
  const nothingHeld = new Set<string>();

  it('lets small sets pass large ones that wait, and large ones wait for each other', () => {
    const queue = makeCommitQueue();
    void queue.add(makeSet('large', 1_500));
    void queue.add(makeSet('larger', 1_501));
    for (const name of ['a', 'b']) void queue.add(makeSet(name));
    expect(listNames(queue.take(nothingHeld))).to.deep.equal(['large', 'a', 'b']);
    expect(listNames(queue.take(nothingHeld))).to.deep.equal(['larger']);
    expect(queue.take(nothingHeld)).to.deep.equal([]);
  });

  it('takes no two sets that touch one record, nor one whose record is held', () => {
    const queue = makeCommitQueue();
    for (const name of ['a', 'a', 'b', 'c']) void queue.add(makeSet(name));
    expect(listNames(queue.take(new Set(['note/b0'])))).to.deep.equal(['a', 'c']);
    expect(listNames(queue.take(nothingHeld))).to.deep.equal(['a', 'b']);
  });

  it('refuses a large set at once when too much waits, and never a small one', async () => {
    const queue = makeCommitQueue();
    for (let index = 0; index < 21; index += 1) void queue.add(makeSet(`large${index}-`, 1_500));
    const refused = await queue.add(makeSet('more', 1_500)).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'service_unavailable', retryAfter: 5 });
    void queue.add(makeSet('small'));
    expect(listNames(queue.take(nothingHeld))).to.include('small');
  });
});
