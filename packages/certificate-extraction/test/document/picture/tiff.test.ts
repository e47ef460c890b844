import { deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'chai';
import { type Picture, readPictures } from '../../../src/document/picture/read-picture.ts';
import { refused } from '../refused.ts';
import { makeTiff, type PageOfTiff } from './tiff-file.ts';

const GREY = { 256: [4], 257: [2], 258: [8], 259: [1], 262: [1], 277: [1] };
const SHADES = [0, 10, 20, 30, 40, 50, 60, 255];

const grey = (more: PageOfTiff['entries'] = {}, ...parts: (readonly number[])[]): PageOfTiff => ({
  entries: { ...GREY, ...more },
  parts: (parts.length > 0 ? parts : [SHADES]).map((part) => Uint8Array.from(part)),
});

const read = async (bytes: Uint8Array): Promise<Picture[]> => {
  const pages: Picture[] = [];
  for await (const page of readPictures(bytes, 'tiff')) pages.push(page);
  return pages;
};

const toShades = async (page: PageOfTiff): Promise<number[]> => {
  const [first] = await read(makeTiff([page]));
  return [...(first?.picture.data ?? [])];
};

const toBytes = (bits: string): number[] =>
  bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [];

describe('pages of a TIFF file', () => {
  it('are decoded from strips and from tiles', async () => {
    expect(await toShades(grey())).to.deep.equal(SHADES);
    expect(await toShades(grey({ 278: [1] }, [0, 10, 20, 30], [40, 50, 60, 255]))).to.deep.equal(SHADES);
    const tiles = grey({ 322: [3], 323: [2] }, [0, 10, 20, 40, 50, 60], [30, 9, 9, 255, 9, 9]);
    expect(await toShades(tiles)).to.deep.equal(SHADES);
  });

  it('are inflated no further than their size', async () => {
    const packed = (bytes: Uint8Array) => grey({ 259: [8] }, [...deflateSync(bytes)]);
    expect(await toShades(packed(Uint8Array.from(SHADES)))).to.deep.equal(SHADES);
    await refused(() => toShades(packed(new Uint8Array(10_000_000))), 'validation_failed');
  });

  it('are decoded from LZW, and refused where a code comes before its string', async () => {
    const lzw = (...codes: number[]) =>
      grey({ 259: [5] }, toBytes(codes.map((code) => code.toString(2).padStart(9, '0')).join('')));
    expect(await toShades(lzw(256, 7, 258, 259, 9, 8, 257))).to.deep.equal([7, 7, 7, 7, 7, 7, 9, 8]);
    await refused(() => toShades(lzw(256, 7, 259, 1, 2, 3, 4, 5, 6, 7, 8, 257)), 'validation_failed');
    await refused(() => toShades(lzw(256, 7, 258, 257)), 'validation_failed');
  });

  it('are decoded from Group 4, as faxes have it', async () => {
    const g4 = { 256: [8], 258: [1], 259: [4], 262: [0] };
    const row = [255, 255, 255, 255, 0, 0, 0, 0];
    expect(await toShades(grey(g4, [0b00110110, 0b11110000]))).to.deep.equal([...row, ...row]);
    const cropped = grey({ ...g4, 257: [1] }, [0b00110110, 0b11110000]);
    expect(await toShades(cropped)).to.deep.equal(row);
  });

  it('have JPEG strips and the tables of the page put together', async () => {
    const canvas = createCanvas(16, 16);
    const context = canvas.getContext('2d');
    context.fillStyle = '#646464';
    context.fillRect(0, 0, 16, 16);
    const whole = [...canvas.toBuffer('image/jpeg', 90)];
    const jpeg = grey({ 256: [16], 257: [16], 258: [8, 8, 8], 259: [7], 262: [6], 277: [3] }, whole);
    expect((await toShades(jpeg)).every((shade) => Math.abs(shade - 100) <= 3)).to.equal(true);
  });

  it('of Group 4 end in an error where a code does not exist, a line does not end or lines go on below the page', async () => {
    const g4 = { 256: [8], 258: [1], 259: [4], 262: [0] };
    // 30 white runs of 2560 pixels and one of none.
    const endless = toBytes(`001${'000000011111'.repeat(30)}00110101`);
    // Each bit is a line like the one above.
    const below = Array(1000).fill(255);
    for (const damaged of [Array(100_000).fill(0), endless, below]) {
      expect(await refused(() => toShades(grey(g4, damaged)), 'validation_failed')).to.match(
        /^The TIFF file is damaged/,
      );
    }
  });

  it('become grey from colours, palettes, ink and 16 bits', async () => {
    const one = { 256: [1], 257: [1] };
    expect(await toShades(grey({ ...one, 258: [8, 8, 8], 262: [2], 277: [3] }, [0, 255, 0]))).to.deep.equal([149]);
    expect(await toShades(grey({ ...one, 258: [8, 8, 8, 8], 262: [5], 277: [4] }, [0, 0, 0, 155]))).to.deep.equal([
      100,
    ]);
    expect(
      await toShades(grey({ ...one, 258: [1], 262: [3], 320: [0, 65535, 0, 65535, 0, 65535] }, [0x80])),
    ).to.deep.equal([255]);
    expect(await toShades(grey({ ...one, 258: [16] }, [0x70, 0x12]))).to.deep.equal([0x70]);
    expect(await toShades(grey({ ...one, 262: [0] }, [5]))).to.deep.equal([250]);
  });

  it('come each with its number, previews left out', async () => {
    const pages = await read(makeTiff([grey(), grey({ 254: [1], 256: [1] }), grey({ 254: [2] })]));
    expect(pages.map(({ number, picture }) => [number, picture.width])).to.deep.equal([
      [1, 4],
      [2, 4],
    ]);
  });

  it('of a fax get square pixels and the finer of its resolutions', async () => {
    const fax = grey(
      { 256: [816], 257: [539], 258: [1], 262: [0], 282: [204], 283: [98], 296: [2] },
      Array(102 * 539).fill(0),
    );
    const [page] = await read(makeTiff([fax]));
    expect([page?.picture.width, page?.picture.height, page?.dpi]).to.deep.equal([816, 1122, 204]);
  });

  it('are read by the first of two entries of the same tag', async () => {
    const file = makeTiff([grey({ 299: [9] })]);
    const second = file.indexOf(Buffer.from([299 >> 8, 299 & 255, 0, 4]));
    file.writeUInt16BE(256, second);
    expect((await read(file))[0]?.picture.width).to.equal(4);
  });

  it('are refused in a circle, outside of the file and cut short', async () => {
    const circle = makeTiff([grey()]);
    circle.writeUInt32BE(8, 8 + 2 + 8 * 12);
    const away = makeTiff([grey()]);
    away.writeUInt32BE(9_999, 4);
    const packed = makeTiff([grey({ 259: [32773] }, [7, ...SHADES])]);
    expect(await read(packed)).to.have.length(1);
    for (const bytes of [
      circle,
      away,
      packed.subarray(0, -1),
      makeTiff([grey()]).subarray(0, -1),
      Buffer.from('MM\0*\0\0\0\0', 'latin1'),
    ]) {
      expect(await refused(() => read(bytes), 'validation_failed')).to.match(/^The TIFF file is damaged/);
    }
  });

  it('are refused in kinds that are not decoded, with what to do instead', async () => {
    for (const kind of [
      { 259: [6] },
      { 259: [34712] },
      { 262: [8] },
      { 258: [32] },
      { 258: [8, 8, 8], 262: [2], 277: [3], 284: [2] },
    ]) {
      expect(await refused(() => read(makeTiff([grey(kind)])), 'validation_failed')).to.match(/Save it with LZW/);
    }
  });

  it('are refused where they are too many or too large, before the first is decoded', async () => {
    const many = (count: number) => makeTiff(Array.from({ length: count }, () => grey()));
    expect(await read(many(50))).to.have.length(50);
    expect(await refused(() => read(many(51)), 'payload_too_large')).to.match(/51 pages; at most 50/);
    const preview = grey({ 254: [1] });
    const withPreviews = (count: number) => makeTiff([grey(), ...Array<PageOfTiff>(count).fill(preview)]);
    expect(await read(withPreviews(99))).to.have.length(1);
    await refused(() => read(withPreviews(100)), 'payload_too_large');
    const first = readPictures(makeTiff([grey(), grey({ 256: [30_000], 257: [30_000] })]), 'tiff');
    expect(await refused(() => first.next(), 'payload_too_large')).to.match(/30000 × 30000 pixels/);
    await refused(() => read(makeTiff([grey({ 322: [100_000], 323: [100_000] })])), 'payload_too_large');
  });
});
