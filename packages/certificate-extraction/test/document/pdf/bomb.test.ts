import { brotliCompressSync, deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { checkDocument } from '../../../src/document/check-document.ts';
import { readDocument } from '../../../src/document/read-document.ts';
import { bomb, deflatedSpaces, makePdf, nestedBomb } from '../../pool/hostile-document.ts';
import { refused } from '../refused.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const check = (bytes: Uint8Array) => checkDocument(bytes, 'coa.pdf');

const inAscii85 = (data: Buffer): Buffer => {
  let text = '';
  for (let at = 0; at + 4 <= data.length; at += 4) {
    const value = data.readUInt32BE(at);
    const digits = [85 ** 4, 85 ** 3, 85 ** 2, 85, 1].map((place) => Math.floor(value / place) % 85);
    text += value === 0 ? 'z' : String.fromCharCode(...digits.map((digit) => digit + 33));
  }
  return Buffer.from(`${text}~>`);
};

/** Codes of twelve bits and less that repeat one byte: each string is one byte longer than the one before. */
const lzwRuns = (early: 0 | 1, rounds: number): Buffer => {
  const bits: string[] = [];
  for (let round = 0; round < rounds; round++) {
    bits.push((256).toString(2).padStart(round === 0 ? 9 : 12, '0'), (32).toString(2).padStart(9, '0'));
    for (let next = 258; next < 4095; next++)
      bits.push(next.toString(2).padStart(Math.min(12, 32 - Math.clz32(next + early)), '0'));
  }
  const text = bits.join('');
  return Buffer.from(
    Array.from({ length: text.length >> 3 }, (_, at) => Number.parseInt(text.slice(8 * at, 8 * at + 8), 2)),
  );
};

const spaces = (): Buffer => deflatedSpaces(80 * MIB);
const page = (filter: string, data: Buffer, more = ''): Uint8Array => makePdf({ data, filter, pages: 1, more });
const picture = (width: number, height: number): string => `/Subtype/Image/Width ${width}/Height ${height}`;

describe('PDF that unpacks to far more than it has', () => {
  const bombs: [string, () => Uint8Array][] = [
    ['of 4 MiB that deflates to 4 GiB', () => bomb(4 * GIB)],
    ['of few KB that is deflated twice', () => nestedBomb(4 * GIB)],
    ['deflated within base 85', () => page('[/ASCII85Decode/FlateDecode]', inAscii85(spaces()))],
    ['deflated within hexadecimal digits', () => page('[/AHx/Fl]', Buffer.from(`${spaces().toString('hex')}>`))],
    ['packed by runs', () => page('[/FlateDecode/RL]', deflateSync(Buffer.alloc(2 * MIB, Buffer.from([129, 32]))))],
    ['packed by LZW', () => page('/LZWDecode', lzwRuns(1, 10))],
    ['packed by LZW with late codes', () => page('/LZWDecode', lzwRuns(0, 10), '/DecodeParms<</EarlyChange 0>>')],
    ['packed by Brotli', () => page('/BrotliDecode', brotliCompressSync(Buffer.alloc(80 * MIB)))],
    ['whose filter is written in escapes', () => page('[/#46lateDecode/Fl#61teDecode]', deflateSync(spaces()))],
    ['that says nothing of its filter', () => page(' 9 0 R', spaces())],
    ['in a picture', () => page('/FlateDecode', deflatedSpaces(400 * MIB), picture(100, 100))],
    ['in a stream of objects', () => page('/FlateDecode', spaces(), '/Type/ObjStm/N 1/First 4')],
    ['in a cross-reference', () => page('/FlateDecode', spaces(), '/Type/XRef/W[1 2 1]/Size 5')],
  ];
  for (const [name, make] of bombs)
    it(`is refused: ${name}`, async () => {
      const bytes = make();
      expect(await refused(() => check(bytes), 'payload_too_large')).to.match(
        /unpacks to more than .* Export it again/,
      );
      await refused(() => readDocument(bytes, { filename: 'coa.pdf' }), 'payload_too_large');
    });

  it('is refused for all of its parts together', async () => {
    const one = Buffer.concat([
      Buffer.from('1 0 obj<</Filter/Fl>>stream\n'),
      deflatedSpaces(64 * MIB),
      Buffer.from('endstream'),
    ]);
    const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), ...Array<Buffer>(33).fill(one)]);
    expect(await refused(() => check(file), 'payload_too_large')).to.include(String(2 * GIB));
  });

  it('is refused for a picture of too many pixels, however little there is of it', async () => {
    const message = await refused(
      () => check(page('/FlateDecode', deflateSync(Buffer.alloc(9)), picture(90_000, 90_000))),
      'payload_too_large',
    );
    expect(message).to.include('90000 × 90000');
  });

  it('is refused for more parts than anybody needs', async () => {
    const file = Buffer.from(`%PDF-1.7\n${'<<>>stream\nendstream\n'.repeat(20_001)}`);
    expect(await refused(() => check(file), 'payload_too_large')).to.include('20000 packed parts');
  });
});

describe('PDF that is large and honest', () => {
  it('passes with a picture of an A3 page at 600 dpi', async () => {
    expect(await check(page('/FlateDecode', deflatedSpaces(210 * MIB), picture(7016, 9921)))).to.equal('pdf');
  });

  it('passes with data that begin as deflated ones do and are not', async () => {
    expect(await check(page('/DCTDecode', Buffer.from('x\x9c and not deflated', 'latin1')))).to.equal('pdf');
  });
});
