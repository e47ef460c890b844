import { readFileSync } from 'node:fs';
import { AppError } from '@qsc/service-kit/pure';
import { expect } from 'chai';
import { type DocumentChecker, MEDIA_TYPES, makeDocumentChecker } from '../../src/pool/document-checker.ts';
import { makeHandClock, toClocks } from './hand-clock.ts';
import { certificate, hugePng, nestedBomb } from './hostile-document.ts';

const GIB = 1024 ** 3;
const options = { filename: 'coa.pdf' };

const workers = (): number[] =>
  (readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);

async function* inParts(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const catchCode = (checking: Promise<unknown>): Promise<string> =>
  checking.then(
    () => 'passed',
    (error) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

describe('check of a document before it is taken', () => {
  let checker: DocumentChecker;
  let good: Uint8Array;

  before(async () => {
    checker = makeDocumentChecker();
    good = await certificate();
  });
  after(() => checker.close());

  it('tells the type by content, whatever the parts that it comes in', async () => {
    expect(await checker.check(inParts(good), { filename: 'coa.csv' })).to.equal('pdf');
    expect(await checker.check(inParts(good, 1), options)).to.equal('pdf');
    expect(await checker.check([Buffer.from('Test,Result\nWater,1\n')], options)).to.equal('csv');
    expect(await checker.check([Buffer.from('<coa/>')], options)).to.equal('xml');
    expect(MEDIA_TYPES[await checker.check([good], options)]).to.equal('application/pdf');
  });

  const entities = '<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><a>&y;</a>';
  const refusals: [string, string, () => Uint8Array | Promise<Uint8Array>][] = [
    ['an encrypted PDF', 'validation_failed', () => certificate({ password: 'secret' })],
    ['half a PDF', 'validation_failed', () => good.subarray(0, good.length / 2)],
    ['a PDF of 51 pages', 'payload_too_large', () => certificate({ pages: 51 })],
    ['a PDF of few KB that unpacks to 4 GiB', 'payload_too_large', () => nestedBomb(4 * GIB)],
    ['a picture of 30,000 × 30,000 pixels', 'payload_too_large', () => hugePng(30_000)],
    ['a picture without its pixels', 'validation_failed', () => hugePng(3000)],
    ['an XML file with entities', 'validation_failed', () => Buffer.from(entities)],
    ['HTML', 'unsupported_media_type', () => Buffer.from('<!DOCTYPE html><p>Certificate</p>')],
    ['nothing', 'validation_failed', () => new Uint8Array()],
    ['25 MiB and a byte', 'payload_too_large', () => new Uint8Array(25 * 1024 * 1024 + 1)],
  ];
  for (const [name, code, make] of refusals)
    it(`refuses ${name} as ${code} and goes on`, async () => {
      const bytes = await make();
      expect(await catchCode(checker.check(inParts(bytes, 100_000), options))).to.equal(code);
      expect(await checker.check([good], options)).to.equal('pdf');
    });

  it('says what its source failed of, and begins the next document anew', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield good.subarray(0, 100);
      throw new Error('the store is away');
    }
    const fault = await checker.check(broken(), options).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Error).with.property('message', 'the store is away');
    expect(await checker.check([good], options)).to.equal('pdf');
  });

  it('ends what takes too long, and goes on', async () => {
    const clock = makeHandClock();
    const own = makeDocumentChecker({ clocks: toClocks(clock) });
    const others = new Set(workers());
    await own.check([good], options);
    const worker = workers().find((pid) => !others.has(pid)) ?? [...workers()].at(-1);
    process.kill(worker!, 'SIGSTOP');
    const code = catchCode(own.check([good], options));
    await clock.read(4);
    clock.set(20_001);
    expect(await code).to.equal('validation_failed');
    expect(await own.check([good], options)).to.equal('pdf');
    await own.close();
  });
});
