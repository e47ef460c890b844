import { expect } from 'chai';
import { makeTogether } from '../src/http/together.ts';

const makeRuns = () => {
  const runs: PromiseWithResolvers<string>[] = [];
  const started: (() => void)[] = [];
  const run = (): Promise<string> => {
    const one = Promise.withResolvers<string>();
    runs.push(one);
    started.shift()?.();
    return one.promise;
  };
  return { runs, run, nextBegins: () => new Promise<void>((resolve) => void started.push(resolve)) };
};

describe('equal questions', () => {
  it('that are asked at the same time share one run', async () => {
    const { runs, run, nextBegins } = makeRuns();
    const together = makeTogether<string>();
    const begins = nextBegins();
    const answers = Promise.all([together('a', run), together('a', run), together('a', run)]);
    await begins;
    runs[0]?.resolve('one');
    expect(await answers).to.deep.equal(['one', 'one', 'one']);
    expect(runs).to.have.length(1);
  });

  it('never share a run that began before they were asked, and wait for its end', async () => {
    const { runs, run, nextBegins } = makeRuns();
    const together = makeTogether<string>();
    const first = nextBegins();
    const early = together('a', run);
    await first;
    const second = nextBegins();
    const late = Promise.all([together('a', run), together('a', run)]);
    expect(runs).to.have.length(1);
    runs[0]?.resolve('old');
    await second;
    runs[1]?.resolve('new');
    expect(await early).to.equal('old');
    expect(await late).to.deep.equal(['new', 'new']);
  });

  it('all hear of the failure of their run, and the next ones do not', async () => {
    const together = makeTogether<string>();
    const failing = () => Promise.reject(new Error('lost'));
    const outcomes = await Promise.allSettled([together('a', failing), together('a', failing)]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).to.deep.equal([
      'lost',
      'lost',
    ]);
    expect(await together('a', async () => 'back')).to.equal('back');
  });

  it('run beside others', async () => {
    const { runs, run, nextBegins } = makeRuns();
    const together = makeTogether<string>();
    const begins = nextBegins();
    void together('a', run);
    await begins;
    expect(await together('b', async () => 'other')).to.equal('other');
    expect(runs).to.have.length(1);
  });

  it('do not wait for ever for a run that hangs', async () => {
    const { runs, run, nextBegins } = makeRuns();
    const together = makeTogether<string>(1);
    const first = nextBegins();
    void together('a', run);
    await first;
    const second = nextBegins();
    const late = together('a', run);
    await second;
    runs[1]?.resolve('new');
    expect(await late).to.equal('new');
  });
});
