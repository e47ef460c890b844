import { expect } from 'chai';
import { detectContentType } from '../../src/document/content-type.ts';
import { refused } from './refused.ts';

const detectType = (content: string | readonly number[]): string =>
  detectContentType(typeof content === 'string' ? Buffer.from(content) : Uint8Array.from(content), 'coa.pdf');

describe('type of a document', () => {
  it('is told by the content and not by the name', () => {
    expect(detectType([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])).to.equal('png');
    expect(detectType([0xff, 0xd8, 0xff, 0xe0])).to.equal('jpeg');
    expect(detectType('II*\0')).to.equal('tiff');
    expect(detectType('MM\0*')).to.equal('tiff');
    expect(detectType('<a/>')).to.equal('xml');
  });

  it('takes a PDF header within the first 1024 bytes and no later', async () => {
    expect(detectType(`${'x'.repeat(1019)}%PDF-1.7`)).to.equal('pdf');
    await refused(() => detectType(`${'x'.repeat(1020)}%PDF-1.7`), 'unsupported_media_type');
  });

  it('finds XML after a byte order mark and white space, in UTF-8 and UTF-16', () => {
    expect(detectType('\ufeff \r\n<?xml version="1.0"?><a/>')).to.equal('xml');
    expect(detectContentType(Buffer.from('\ufeff<a/>', 'utf16le'), 'a')).to.equal('xml');
    expect(detectContentType(Buffer.from('<a>x</a>', 'utf16le').swap16(), 'a')).to.equal('xml');
  });

  it('takes text in rows of a steady number of columns for CSV', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      expect(detectType(`Test${delimiter}Result\nWater${delimiter}0.1\n`)).to.equal('csv');
    }
    expect(detectType('Certificate;\nLot;A1\nDate;2024\n\nTest;Limit;Result\nWater;1;2\nLead;1;2\n')).to.equal('csv');
  });

  it('refuses prose, JSON, HTML, BigTIFF, archives and other bytes', async () => {
    const prose =
      'Dear Sir,\nplease find, as agreed, the offer enclosed.\nIt holds until May.\nYours, with thanks, again\n';
    const uneven = 'We offer, as agreed\nlead, zinc\nand, from May, more\nof it\none, two, three, four\nin all';
    const others = [
      prose,
      uneven,
      'one line, with a comma',
      '[[1,2],\n[3,4],\n[5,6],\n[7,8],\n[9,0]]',
      '<!DOCTYPE html><p>',
      '<html/>',
    ];
    for (const other of [...others, 'II+\0', 'PK\u0003\u0004', '\0\u0001;\u0002\n\0;\u0001\n']) {
      const message = await refused(() => detectType(other), 'unsupported_media_type');
      expect(message).to.match(/^"coa\.pdf" .* Send a PDF, PNG, JPEG, TIFF, XML or CSV file\.$/);
    }
  });

  it('calls nothing but white space empty', async () => {
    for (const empty of ['', ' \r\n\t', '\ufeff']) await refused(() => detectType(empty), 'validation_failed');
  });
});
