import { createPrivateKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { expect } from 'chai';
import { toEvidenceKey, toPublicKey } from '../src/evidence/evidence-key.ts';
import { openDetachedJws } from '../src/evidence/jws.ts';
import { makeKeyRing } from '../src/evidence/key-ring.ts';

const TYPE = 'file+jws';

const LENGTHS = [0, 1, 2, 3, 4, 5, 63, 64, 65, 1_000, 70_001];

/** The content in pieces of all sizes, the empty one among them. */
const listPieces = (content: Buffer, size: number): Buffer[] => {
  const pieces = [content.subarray(0, 0)];
  for (let at = 0; at < content.length; at += size) pieces.push(content.subarray(at, at + size));
  return pieces;
};

describe('the signature of what comes in pieces', () => {
  const ring = () => makeKeyRing({ signingKey: generateKeyPairSync('ed25519').privateKey });

  const sealed = (keys: ReturnType<typeof ring>, first: Buffer[], second: Buffer[] = first): string => {
    const sealing = keys.beginSealing(TYPE);
    for (const piece of first) sealing.add(piece);
    for (const piece of second) sealing.again(piece);
    return sealing.seal();
  };

  for (const length of LENGTHS)
    it(`is the one of the whole, at ${length} bytes, however it is cut`, () => {
      const keys = ring();
      const text = randomBytes(Math.ceil(length / 2))
        .toString('hex')
        .slice(0, length);
      const content = Buffer.from(text);
      for (const size of [1, 2, 3, 7, 4_096]) {
        if (length / size > 10_000) continue;
        expect(sealed(keys, listPieces(content, size), listPieces(content, size + 1))).to.equal(
          keys.signDetached(TYPE, text),
        );
      }
    });

  it('is checked by what the platform has, for any bytes and several keys', () => {
    for (let round = 0; round < 10; round += 1) {
      const keys = ring();
      const content = randomBytes(round * 71);
      const [head, , seal] = sealed(keys, listPieces(content, 5)).split('.');
      const signed = Buffer.from(`${head}.${content.toString('base64url')}`);
      expect(verify(null, signed, toPublicKey(keys.keys[0]!), Buffer.from(seal!, 'base64url'))).to.equal(true);
    }
  });

  it('signs with the key of RFC 8037 as the kit does', () => {
    const d = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
    const signingKey = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
    const payload = 'Example of Ed25519 signing';
    const jws = sealed(makeKeyRing({ signingKey }), listPieces(Buffer.from(payload), 4));
    expect(openDetachedJws({ jws, payload }, TYPE, [toEvidenceKey(signingKey)]).valid).to.equal(true);
  });

  it('signs nothing that is another text at the second reading', () => {
    const [one, other] = [Buffer.from('one text'), Buffer.from('one Text')];
    expect(() => sealed(ring(), [one], [other])).to.throw('not the same');
    expect(() => sealed(ring(), [one], [])).to.throw('not the same');
  });
});
