import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import UTIF from 'utif2';
import {
  makeSpecimens,
  type NamedSpecimen,
  selectLayouts,
  writeSpecimens,
} from '../../bench/make-certificates/make.ts';
import { createRandom } from '../../bench/make-certificates/random.ts';
import type { Finding } from '../../bench/make-certificates/sheet/finding.ts';
import { kindNames, toKind } from '../../bench/print-as-scan/kind.ts';
import type { Picture } from '../../bench/print-as-scan/picture.ts';
import { printDocument, printFolder } from '../../bench/print-as-scan/print.ts';
import { encodeTiff } from '../../bench/print-as-scan/tiff.ts';

describe('made-up certificates', () => {
  let specimens: NamedSpecimen[];

  before(async () => {
    specimens = await collect(makeSpecimens({ seed: 7, copies: 2, half: 'all' }));
  });

  it('are the same bytes and the same truth for the same seed', async () => {
    const again = await collect(makeSpecimens({ seed: 7, copies: 1, half: 'all' }));
    for (const specimen of again) {
      const first = specimens.find(({ name }) => name === specimen.name)!;
      expect(Buffer.from(specimen.bytes).equals(first.bytes), specimen.name).to.equal(true);
      expect(specimen.truth).to.deep.equal(first.truth);
    }
  });

  it('differ from copy to copy', () => {
    const truths = specimens
      .filter(({ truth }) => truth.test_results.length > 0)
      .map(({ truth }) => JSON.stringify(truth));
    expect(new Set(truths).size).to.equal(truths.length);
  });

  it('have a status that agrees with the finding and its limit', () => {
    for (const { name, truth, findings } of specimens) {
      expect(findings, name).to.have.length(truth.test_results.length);
      truth.test_results.forEach((row, index) => {
        const finding = findings[index]!;
        if (row.status === null && finding.kind === 'description') return;
        expect(row.status, `${name}: ${row.parameter} ${row.specification} ${row.result}`).to.equal(evaluate(finding));
      });
    }
  });

  it('print the number that was found', () => {
    for (const { name, truth, findings } of specimens) {
      truth.test_results.forEach((row, index) => {
        const { kind, value } = findings[index]!;
        if (kind === 'number')
          expect(Number.parseFloat(row.result.replace(',', '.')), `${name}: ${row.parameter}`).to.equal(value);
      });
    }
  });

  it('fail in some rows of at least every fourth certificate and pass in most', () => {
    const certificates = specimens.filter(({ truth }) => truth.test_results.length > 0);
    const failing = certificates.filter(({ truth }) => truth.test_results.some((row) => row.status === 'fail'));
    expect(failing.length).to.be.at.least(certificates.length / 4);
    const rows = certificates.flatMap(({ truth }) => truth.test_results);
    expect(rows.filter((row) => row.status === 'fail').length / rows.length).to.be.within(0.02, 0.12);
  });

  it('say nothing in papers that are no certificates', () => {
    const papers = specimens.filter(({ name }) => name.startsWith('no-certificate-'));
    expect(papers).to.have.length(12);
    for (const { truth } of papers) {
      const { test_results: rows, ...fields } = truth;
      expect(rows).to.have.length(0);
      expect(Object.values(fields).every((value) => value === null)).to.equal(true);
    }
  });

  it('keep exactly four layouts back', () => {
    expect(selectLayouts('held-back')).to.have.length(4);
    expect(selectLayouts('all').slice(-4)).to.deep.equal(selectLayouts('held-back'));
  });
});

describe('certificates printed as scans', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'certificates-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('keep the truth of their origin', async () => {
    const truths = await writeSpecimens(folder, { seed: 7, copies: 1, half: 'development' });
    const chosen = Object.fromEntries(
      Object.entries(truths).filter(([name]) => /^(no-head|csv-flat|iso-form)-/.test(name)),
    );
    const scans = await printFolder(folder, chosen, {
      folder: join(folder, 'scans'),
      seed: 7,
      kinds: ['photo', 'skewed'],
    });
    expect(Object.keys(scans).map((name) => name.replace(/\..*/, ''))).to.deep.equal([
      'no-head-1-photo',
      'iso-form-1-skewed',
    ]);
    expect(Object.values(scans)).to.deep.equal([truths['no-head-1.pdf'], truths['iso-form-1.pdf']]);
    expect(JSON.parse(await readFile(join(folder, 'scans', 'truth.json'), 'utf8'))).to.deep.equal(scans);
  });

  for (const name of kindNames) {
    it(`wear a page alike for the same seed (${name})`, () => {
      const page = drawStripes(80, 60);
      const [first, same, other] = ['1', '1', '2'].map((seed) => toKind(name).apply(page, createRandom(seed)));
      expect(first).to.deep.equal(same);
      expect(first).not.to.deep.equal(other);
      expect(first).not.to.deep.equal(page);
    });
  }

  it('hold all pages of a long document', async () => {
    const layout = selectLayouts('development').find(({ name }) => name === 'long-continuation')!;
    const { bytes } = await layout.draw(createRandom('pages'));
    const tiff = await printDocument(bytes, toKind('fax'), { ...createRandom('form'), chance: () => true });
    expect(tiff.extension).to.equal('tif');
    expect(decode(tiff.bytes).map(({ width, height }) => [width, height])).to.deep.equal([
      [1654, 2339],
      [1654, 2339],
    ]);
  });

  for (const ink of [false, true]) {
    it(`are readable TIFF files in ${ink ? 'black and white' : 'grey'}`, () => {
      const picture = drawStripes(300, 7);
      const [page] = decode(encodeTiff([picture], { ink, dpi: 200 }));
      expect(Buffer.from(page!.pixels).equals(Buffer.from(picture.data))).to.equal(true);
    });
  }
});

/** White with black columns and a black first row, so that long runs and single pixels occur. */
function drawStripes(width: number, height: number): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (pixel < width || pixel % width === 5 || (pixel % width > 200 && pixel % 3 === 0))
      data.fill(0, pixel * 4, pixel * 4 + 3);
  }
  return { width, height, data };
}

function decode(tiff: Uint8Array): { width: number; height: number; pixels: Uint8Array }[] {
  const buffer = tiff.slice().buffer;
  return UTIF.decode(buffer).map((page) => {
    UTIF.decodeImage(buffer, page);
    return { width: page.width, height: page.height, pixels: UTIF.toRGBA8(page) };
  });
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** What a finding means for its limit, by plain comparison. */
function evaluate({ test, kind, value, text, pass }: Finding): 'pass' | 'fail' | null {
  const { limit } = test;
  const say = (good: boolean) => (good ? 'pass' : 'fail');
  if (limit.kind === 'report') return null;
  if (limit.kind === 'absent') return say(kind === 'absent');
  if (limit.kind === 'text') return say(text === null ? pass === true : limit.good.includes(text));
  if (kind === 'not-detected') return say(limit.kind === 'max');
  if (value === null) throw new Error(`${test.name} has no value`);
  if (limit.kind === 'max') return say(value <= limit.max);
  return say(value >= limit.min && (limit.kind === 'min' || value <= limit.max));
}
