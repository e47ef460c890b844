import { expect } from 'chai';
import { toReport } from '../check/findings.ts';
import { runFailover } from '../failover/failover-drill.ts';
import type { Failure } from '../failover/schedule.ts';
import { describeDrill } from './whole-drill.ts';

/** One of each kind, a little longer than an election takes. */
const SCHEDULE: readonly Failure[] = [
  { act: 'kill', of: 'primary' },
  { act: 'kill', of: 'rabbitmq-1' },
  { act: 'partition', of: 'rabbitmq-2' },
  { act: 'pause', of: 'primary' },
  { act: 'slow', of: 'secondary' },
];
const SECONDS = 8;

describeDrill('a failover under steady writes', ({ around, said }) => {
  it('loses nothing and does nothing twice, and every queue has a member on each node', async () => {
    const size = { rate: 3, seconds: SECONDS, seed: Date.now() % 1_000_000, schedule: SCHEDULE };
    said.push(`seed ${size.seed}`);
    const { findings, outcomes, partial } = await runFailover(size, around());
    said.push(...toReport(findings));
    expect(partial).to.deep.equal([]);
    expect(findings.breaches, said.join('\n')).to.deep.equal({});
    expect(outcomes.map(({ act, of }) => ({ act, of }))).to.deep.equal(SCHEDULE);
  });
});
