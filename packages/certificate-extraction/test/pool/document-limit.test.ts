import { expect } from 'chai';
import { encodeTiff } from '../../bench/print-as-scan/tiff.ts';
import { timeForPages } from '../../src/pool/document-limit.ts';
import { countPages } from '../../src/pool/page-count.ts';
import { certificate, hugePng } from './hostile-document.ts';

describe('time of a document', () => {
  it('is the limit for up to ten pages and grows with more', () => {
    expect([1, 10, 20, 50].map((pages) => timeForPages(120_000, pages))).to.deep.equal([
      120_000, 120_000, 240_000, 600_000,
    ]);
  });

  it('counts the pages of PDF and TIFF, and one for anything else', async () => {
    const picture = { width: 8, height: 8, data: new Uint8ClampedArray(256) };
    expect(await countPages(await certificate({ pages: 12 }), 'coa.pdf')).to.equal(12);
    expect(await countPages(encodeTiff([picture, picture, picture], { ink: false, dpi: 100 }), 'coa.tif')).to.equal(3);
    expect(await countPages(hugePng(10), 'coa.png')).to.equal(1);
  });
});
