import { expect } from 'chai';
import { checkDocument } from '../../../packages/certificate-extraction/src/document/check-document.ts';
import { makeDocument, toForm } from '../sample/document.ts';

describe('the document of the benchmark', () => {
  for (const bytes of [4_096, 99_999, 1024 * 1024])
    it(`is a PDF of exactly ${bytes} bytes that an upload takes`, async () => {
      const document = makeDocument(bytes);
      expect(document.length).to.equal(bytes);
      expect(await checkDocument(new Uint8Array(document), 'certificate.pdf')).to.equal('pdf');
    });

  it('goes as a form whose type names its boundary', async () => {
    const { type, bytes } = await toForm(makeDocument(4_096), { type: 'iso', name: 'ISO' });
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(type)?.[1] ?? '';
    expect(bytes.toString('latin1').startsWith(`--${boundary}`)).to.equal(true);
    expect(bytes.length).to.be.above(4_096);
  });
});
