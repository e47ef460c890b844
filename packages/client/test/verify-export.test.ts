import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { canonicalHash, canonicalJson as canonicalJsonOfMesh, makeKeyRing, toEvidenceKey } from '@qsc/service-kit';
import { expect } from 'chai';
import { canonicalJson } from '../src/exported-entries.ts';
import { InvalidKeyError, verifyExport } from '../src/index.ts';
import { beginVerification } from '../src/verify-export.ts';
import { rejection } from './server.ts';

/**
 * Texts that canonical JSON has its trouble with. A backslash alone is not among them: as a name it makes the `JSON.parse` of V8
 * 13.6 take another escaped name for it.
 */
const NASTY = [
  ...['', ' ', '"', '\\\\', '\r\n', '\n', ',', '\t', '\u007f', '\ufffe\uffff', '\u2028', '\u0001'],
  ...['ä', '漢字', '😀', '\ud83d\ude00\u200d', 'é', '__proto__', '1', '10', '9', '</script>'],
];

const NUMBERS = [0, -0, 1, -1, 0.1, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 333333333.3333333, 9007199254740991];

const oneOf = <Item>(items: readonly Item[]): Item => items[randomBytes(2).readUInt16LE() % items.length]!;

/** Some JSON value of any shape. */
const anyValue = (depth = 0): unknown => {
  const kind = randomBytes(1)[0]! % (depth > 3 ? 4 : 6);
  if (kind === 0) return oneOf(NASTY);
  if (kind === 1) return oneOf(NUMBERS);
  if (kind === 2) return oneOf([true, false, null]);
  if (kind === 3) return randomBytes(4).toString('hex');
  const values = Array.from({ length: randomBytes(1)[0]! % 4 }, () => anyValue(depth + 1));
  if (kind === 4) return values;
  return JSON.parse(`{${values.map((value) => `${JSON.stringify(oneOf(NASTY))}:${JSON.stringify(value)}`).join(',')}}`);
};

const piecesOf = async function* (bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

describe('the check of an export by the client', () => {
  const signingKey = generateKeyPairSync('ed25519').privateKey;
  const ring = makeKeyRing({ signingKey });

  it('writes canonical JSON as the mesh does, for values of any shape', () => {
    for (let round = 0; round < 300; round += 1) {
      const text = JSON.stringify({ value: anyValue(), [oneOf(NASTY)]: anyValue() });
      expect(canonicalJson(JSON.parse(text))).to.equal(canonicalJsonOfMesh(JSON.parse(text)));
    }
  });

  it('takes the signatures that the platform makes, and none of which a bit is another', () => {
    for (let round = 0; round < 64; round += 1) {
      const { privateKey } = generateKeyPairSync('ed25519');
      const key = Buffer.from(toEvidenceKey(privateKey).x, 'base64url');
      const text = randomBytes(round);
      const signature = sign(null, text, privateKey);
      const isValid = (given: Buffer, signed = text, by: Buffer = key): boolean => {
        const verification = beginVerification(by, given);
        verification.update(signed);
        return verification.isValid();
      };
      expect(isValid(signature)).to.equal(true);
      const other = Buffer.from(signature);
      other[round] = other[round]! ^ (1 << (round % 8));
      expect(isValid(other), `byte ${round}`).to.equal(false);
      expect(isValid(signature, Buffer.concat([text, Buffer.of(0)]))).to.equal(false);
      expect(isValid(signature, text, createHash('sha256').update(key).digest())).to.equal(false);
    }
  });

  it('refuses a signature whose second half is written above the order of the group', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const signature = sign(null, Buffer.from('text'), privateKey);
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const answer = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order;
    const above = Buffer.from(answer.toString(16).padStart(64, '0'), 'hex').reverse();
    const key = Buffer.from(toEvidenceKey(privateKey).x, 'base64url');
    const verification = beginVerification(key, Buffer.concat([signature.subarray(0, 32), above]));
    verification.update(Buffer.from('text'));
    expect(verification.isValid()).to.equal(false);
  });

  const chain: Record<string, unknown>[] = [];
  for (const sequence of [1, 2, 3]) {
    const entry = { sequence, org_id: 'org_1', event_id: `evt_${sequence}`, name: 'Größe' };
    const content = { ...entry, previous_hash: chain.at(-1)?.hash ?? '0'.repeat(64) };
    chain.push({ ...content, hash: canonicalHash(content) });
  }
  const text = `[\n${chain.map((entry) => canonicalJsonOfMesh(entry)).join(',\n')}\n]\n`;
  const signature = ring.signDetached('audit-export+jws', text);

  for (const size of [1, 2, 3, 5, 64, 100_000])
    it(`reads a file in pieces of ${size} bytes`, async () => {
      const found = await verifyExport(piecesOf(Buffer.from(text), size), signature, ring.keys[0]!);
      expect(found).to.deep.equal({
        valid: true,
        signature: 'valid',
        keyId: ring.keyId,
        checksum: createHash('sha256').update(text).digest('hex'),
        entries: { count: 3, links: 2, leftOut: 0, first: 1, last: 3, organization: 'org_1', fault: null },
      });
    });

  it('reads a Blob and a web stream too', async () => {
    for (const source of [new Blob([text]), new Blob([text]).stream()])
      expect((await verifyExport(source, signature, { keys: ring.keys })).valid).to.equal(true);
  });

  it('takes no key that is none', async () => {
    expect(await rejection(verifyExport(new Blob([text]), signature, { kty: 'RSA' }))).to.be.instanceOf(
      InvalidKeyError,
    );
  });
});
