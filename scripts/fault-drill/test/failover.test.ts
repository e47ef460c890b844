import { expect } from 'chai';
import { SCHEDULE } from '../failover/schedule.ts';
import { describeRefused, findLongestPause, makeTally } from '../failover/tally.ts';
import { readTask } from '../options.ts';

describe('the failover drill', () => {
  it('is asked for with a rate, a length and a seed, or goes by its own', () => {
    const parameters = ['--failover', '--rate', '5', '--seconds', '9', '--seed', '7'];
    expect(readTask(parameters)).to.deep.equal({ kind: 'failover', size: { rate: 5, seconds: 9, seed: 7 } });
    expect(readTask(['--failover', '--seed', '7'])).to.deep.include({ size: { rate: 3, seconds: 20, seed: 7 } });
    expect(() => readTask(['--failover', '--seconds', '0'])).to.throw('--seconds');
    expect(() => readTask(['--failover', '--rate', 'many'])).to.throw('--rate');
  });

  it('kills the primary three times and each RabbitMQ node once, then parts, pauses and slows down one', () => {
    expect(SCHEDULE.map(({ act, of }) => `${act} ${of}`)).to.deep.equal([
      ...['kill primary', 'kill primary', 'kill primary'],
      ...['kill rabbitmq-1', 'kill rabbitmq-2', 'kill rabbitmq-3'],
      ...['partition rabbitmq-2', 'pause primary', 'slow secondary'],
    ]);
  });

  it('counts writes that were acknowledged, apart from reads and refusals', async () => {
    let now = 100;
    const { onAnswer, acknowledged, refused, getRequests, next } = makeTally(() => now);
    const first = next();
    onAnswer('GET', 200);
    onAnswer('POST', 503);
    onAnswer('PATCH', 412);
    onAnswer('POST', null);
    expect(acknowledged).to.deep.equal([]);
    onAnswer('POST', 201);
    await first;
    now = 250;
    onAnswer('PATCH', 200);
    expect(acknowledged).to.deep.equal([100, 250]);
    expect(describeRefused({ refused, getRequests })).to.equal(
      'refused with 503: 1 (16.67 %); other refusals: none: 1',
    );
  });

  for (const [what, acknowledged, pause] of [
    ['between two writes', [1_100, 1_200, 1_900], 700],
    ['before the first write', [1_800, 1_900], 800],
    ['after the last write', [1_100, 1_300], 700],
    ['of everything, without a write', [900, 2_100], 1_000],
  ] as const)
    it(`finds the longest pause ${what}`, () => {
      expect(findLongestPause(acknowledged, 1_000, 2_000)).to.equal(pause);
    });
});
