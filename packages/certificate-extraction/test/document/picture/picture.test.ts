import { crc32, deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'chai';
import type { PictureType } from '../../../src/document/picture/picture-type.ts';
import { type Picture, readPictures } from '../../../src/document/picture/read-picture.ts';
import { refused } from '../refused.ts';

const painted = (width: number, height: number) => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'black';
  context.fillRect(0, 0, width / 2, height * 0.6);
  return canvas;
};
const png = (width: number, height: number): Buffer => painted(width, height).toBuffer('image/png');
const jpeg = (width: number, height: number): Buffer => painted(width, height).toBuffer('image/jpeg', 90);

const read = async (bytes: Uint8Array, type: PictureType): Promise<Picture> => {
  for await (const picture of readPictures(bytes, type)) return picture;
  throw new Error('no picture');
};

/** A part of a PNG file with its length and checksum. */
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};
const numbers = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer).swap32();
const withPhys = (file: Buffer, perMetre: number): Buffer =>
  Buffer.concat([
    file.subarray(0, 33),
    chunk('pHYs', Buffer.concat([numbers(perMetre, perMetre), Buffer.from([1])])),
    file.subarray(33),
  ]);
const withSize = (file: Buffer, width: number, height: number): Buffer =>
  Buffer.concat([
    file.subarray(0, 8),
    chunk('IHDR', Buffer.concat([numbers(width, height), file.subarray(24, 29)])),
    file.subarray(33),
  ]);

const withJpegSize = (file: Buffer, side: number): Buffer => {
  const copy = Buffer.from(file);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(side, frame + 5);
  copy.writeUInt16BE(side, frame + 7);
  return copy;
};

const refusedAs = async (type: 'PNG' | 'JPEG', bytes: Uint8Array): Promise<void> => {
  const message = await refused(() => read(bytes, type === 'PNG' ? 'png' : 'jpeg'), 'validation_failed');
  expect(message).to.match(new RegExp(`^The ${type} file is damaged`));
};

/** A JPEG file full of detail above a plain lower edge. */
const photo = (edge = '#fff'): Buffer => {
  const canvas = createCanvas(300, 200);
  const context = canvas.getContext('2d');
  for (let at = 0; at < 300 * 200; at += 25) {
    context.fillStyle = `hsl(${(at * 7) % 360} 50% 50%)`;
    context.fillRect(at % 300, at / 300, 5, 5);
  }
  context.fillStyle = edge;
  context.fillRect(0, 160, 300, 40);
  return canvas.toBuffer('image/jpeg', 90);
};

/** A grey PNG file with so many bytes of rows, each of 9 bytes; interlaced, 8 × 8 pixels have 15 rows in 7 passes. */
const makePng = (size: { width: number; height: number; rows: number; interlaced?: boolean }): Buffer => {
  const { width, height, rows, interlaced = false } = size;
  const length = interlaced ? Math.round((rows / 15) * (64 + 15)) : rows * (width + 1);
  const header = Buffer.concat([numbers(width, height), Buffer.from([8, 0, 0, 0, interlaced ? 1 : 0])]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(length)))];
  return Buffer.concat([png(1, 1).subarray(0, 8), ...parts, chunk('IEND', Buffer.alloc(0))]);
};

describe('a picture of a page', () => {
  it('is decoded to shades of grey', async () => {
    for (const [bytes, type] of [
      [png(40, 20), 'png'],
      [jpeg(40, 20), 'jpeg'],
    ] as const) {
      const { picture, number } = await read(bytes, type);
      expect([number, picture.width, picture.height]).to.deep.equal([1, 40, 20]);
      expect(picture.data[5]).to.be.below(5);
      expect(picture.data[40 * 20 - 5]).to.be.above(250);
    }
  });

  it('is whole where it is painted in more than one strip', async () => {
    const { picture } = await read(png(2000, 2500), 'png');
    const rows = [0, 1001, 1490, 1510, 2499].map((row) => [
      picture.data[row * 2000 + 10],
      picture.data[row * 2000 + 1990],
    ]);
    expect(rows.map(([left]) => left)).to.deep.equal([0, 0, 0, 255, 255]);
    expect(rows.every(([, right]) => right === 255)).to.equal(true);
  });

  it('has paper where it is transparent', async () => {
    const { picture } = await read(createCanvas(3, 3).toBuffer('image/png'), 'png');
    expect([...picture.data]).to.deep.equal(Array(9).fill(255));
  });

  it('has the resolution that its header states', async () => {
    expect((await read(withPhys(png(1700, 100), 7874), 'png')).dpi).to.be.closeTo(200, 0.1);
    const file = jpeg(1700, 100);
    const header = file.indexOf('JFIF');
    file[header + 7] = 1;
    file.writeUInt16BE(200, header + 8);
    file.writeUInt16BE(200, header + 10);
    expect((await read(file, 'jpeg')).dpi).to.equal(200);
  });

  it('has no resolution where the header states none or one that no page was scanned with', async () => {
    expect((await read(png(1700, 100), 'png')).dpi).to.equal(null);
    expect((await read(withPhys(png(1700, 100), 2835), 'png')).dpi, 'the 72 dpi of a camera').to.equal(null);
    expect((await read(withPhys(png(300, 100), 7874), 'png')).dpi, 'a page of 1.5 inches').to.equal(null);
  });

  it('is made smaller by a whole factor where it is finer than letters need', async () => {
    const { picture, dpi } = await read(withPhys(png(2400, 300), 23622), 'png');
    expect([picture.width, picture.height, Math.round(dpi ?? 0)]).to.deep.equal([1200, 150, 300]);
  });

  it('is refused with too many pixels by its header alone', async () => {
    for (const [bytes, type] of [
      [withSize(png(4, 4), 30_000, 30_000), 'png'],
      [withJpegSize(jpeg(4, 4), 30_000), 'jpeg'],
    ] as const) {
      expect(await refused(() => read(bytes, type), 'payload_too_large')).to.match(
        /30000 × 30000 pixels; at most 40000000/,
      );
    }
  });

  it('is refused without a header, without pixels or of no size', async () => {
    const [one, other] = [png(60, 60), jpeg(60, 60)];
    for (const bytes of [one.subarray(0, 8), one.subarray(0, 33), withSize(one, 0, 5)]) await refusedAs('PNG', bytes);
    for (const bytes of [other.subarray(0, 20), withJpegSize(other, 0)]) await refusedAs('JPEG', bytes);
  });
});

describe('a picture of which a part is missing', () => {
  const END_MARKER = Buffer.from([0xff, 0xd9]);
  const half = (file: Buffer): Buffer => file.subarray(0, file.length / 2);

  it('is refused as a JPEG cut in half, with and without an end marker behind it', async () => {
    for (const file of [jpeg(400, 300), photo()]) {
      await refusedAs('JPEG', half(file));
      await refusedAs('JPEG', Buffer.concat([half(file), END_MARKER]));
      await refusedAs('JPEG', Buffer.concat([half(file), Buffer.from([0xff])]));
    }
  });

  it('is refused as a PNG that is cut in half, changed within, or holds fewer rows than its header states', async () => {
    const file = png(600, 600);
    const changed = Buffer.from(file);
    changed[50] = (changed[50] ?? 0) ^ 1;
    const fewer = makePng({ width: 8, height: 8, rows: 7 });
    for (const bytes of [half(file), changed, withSize(file, 600, 601), withSize(file, 1200, 600), fewer])
      await refusedAs('PNG', bytes);
    await refusedAs('PNG', makePng({ width: 8, height: 8, rows: 14, interlaced: true }));
  });

  it('is whole where only the end mark is missing or other bytes follow it', async () => {
    const [one, other] = [png(60, 60), photo()];
    for (const bytes of [one.subarray(0, -12), one.subarray(0, -20), Buffer.concat([one, one])])
      expect((await read(bytes, 'png')).picture.data).to.deep.equal((await read(one, 'png')).picture.data);
    for (const bytes of [other.subarray(0, -2), Buffer.concat([other, half(other)])])
      expect((await read(bytes, 'jpeg')).picture.data).to.deep.equal((await read(other, 'jpeg')).picture.data);
  });

  it('is whole where its lower edge has the grey of missing pixels, and where a part that nobody needs was changed', async () => {
    expect((await read(photo('#808080'), 'jpeg')).picture.data.at(-1)).to.equal(128);
    const noted = withPhys(png(60, 60), 7874);
    noted[33 + 8] = 1;
    expect((await read(noted, 'png')).dpi).to.equal(null);
    const rows = { width: 8, height: 8, rows: 15, interlaced: true };
    expect((await read(makePng(rows), 'png')).picture.data).to.have.length(64);
  });
});
