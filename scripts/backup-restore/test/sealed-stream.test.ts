import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { DamagedArchive, OtherKey, seal, unseal } from '../archive/sealed-stream.ts';

const PIECE = 256 * 1024;
const SEALED_PIECE = PIECE + 16;
const HEADER = 13 + 9 + 32;

describe('a sealed stream', () => {
  const key = randomBytes(32);

  async function* listChunks(bytes: Buffer, length = 100_000): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }

  const collect = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  const sealed = (content: Buffer): Promise<Buffer> => collect(seal(listChunks(content), key));
  const open = (bytes: Buffer, by = key): Promise<Buffer> => collect(unseal(listChunks(bytes), by));

  const refusal = async (opened: Promise<unknown>): Promise<unknown> => {
    try {
      await opened;
    } catch (error) {
      return error;
    }
    throw new Error('It was opened.');
  };

  for (const length of [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 7])
    it(`opens as what it was, ${length} bytes`, async () => {
      const content = randomBytes(length);
      expect((await open(await sealed(content))).equals(content)).to.equal(true);
    });

  it('shows nothing of its content, and is another one each time', async () => {
    const content = Buffer.alloc(PIECE, 'the same words over and over');
    const [one, other] = [await sealed(content), await sealed(content)];
    expect(one.includes('the same words')).to.equal(false);
    expect(one.equals(other)).to.equal(false);
  });

  it('is not opened by another key, which it says', async () => {
    expect(await refusal(open(await sealed(randomBytes(9)), randomBytes(32)))).to.be.instanceOf(OtherKey);
  });

  describe('is refused', () => {
    const content = randomBytes(3 * PIECE);
    let whole: Buffer;
    before(async () => {
      whole = await sealed(content);
    });

    const CUTS = [0, 5, HEADER - 1, HEADER, HEADER + 1, HEADER + SEALED_PIECE, HEADER + 2 * SEALED_PIECE];
    for (const at of [...CUTS, HEADER + 3 * SEALED_PIECE - 1])
      it(`when it was cut after ${at} bytes`, async () => {
        expect(await refusal(open(whole.subarray(0, at)))).to.be.instanceOf(DamagedArchive);
      });

    for (const [what, at] of Object.entries({
      'its beginning': 0,
      'its salt': HEADER - 1,
      'a piece': HEADER + 100,
      'the seal of a piece': HEADER + SEALED_PIECE - 1,
      'the last byte': HEADER + 3 * SEALED_PIECE - 1,
    }))
      it(`when ${what} was altered by one bit`, async () => {
        const altered = Buffer.from(whole);
        altered[at] = (altered[at] ?? 0) ^ 1;
        expect(await refusal(open(altered))).to.be.instanceOf(DamagedArchive);
      });

    it('when pieces changed places', async () => {
      const piece = (number: number) =>
        whole.subarray(HEADER + number * SEALED_PIECE, HEADER + (number + 1) * SEALED_PIECE);
      const swapped = Buffer.concat([whole.subarray(0, HEADER), piece(1), piece(0), piece(2)]);
      expect(await refusal(open(swapped))).to.be.instanceOf(DamagedArchive);
    });

    it('when a piece was left out', async () => {
      const shorter = Buffer.concat([whole.subarray(0, HEADER), whole.subarray(HEADER + SEALED_PIECE)]);
      expect(await refusal(open(shorter))).to.be.instanceOf(DamagedArchive);
    });

    it('when something stands behind its end', async () => {
      expect(await refusal(open(Buffer.concat([whole, Buffer.from('more')])))).to.be.instanceOf(DamagedArchive);
    });
  });
});
