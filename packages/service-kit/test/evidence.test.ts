import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { z } from 'zod';
import { formerKeysVariable, signingKeyVariable } from '../src/evidence/environment.ts';
import { toEvidenceKey } from '../src/evidence/evidence-key.ts';
import { detachPayload, openDetachedJws, openJws, signJws } from '../src/evidence/jws.ts';
import { makeKeyRing } from '../src/evidence/key-ring.ts';

const TYPE = 'note+jws';

/** The key of RFC 8037, appendix A.1. */
const RFC_JWK = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};

const rfcKey = createPrivateKey({ key: RFC_JWK, format: 'jwk' });

const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

const flipped = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

describe('evidence', () => {
  const ring = makeKeyRing({ signingKey: newKey() });
  const jws = ring.sign(TYPE, 'signed text');

  it('names a key by the thumbprint of RFC 8037, appendix A.3', () => {
    expect(toEvidenceKey(rfcKey)).to.include({ x: RFC_JWK.x, kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' });
  });

  it('signs as RFC 8037, appendix A.4 does', () => {
    expect(signJws({ alg: 'EdDSA' }, 'Example of Ed25519 signing', rfcKey)).to.equal(
      'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.' +
        'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
    );
  });

  it('opens what was signed with the public key alone', () => {
    const { kid } = ring.keys[0]!;
    expect(openJws(jws, TYPE, ring.keys)).to.deep.equal({ valid: true, payload: 'signed text', kid });
    const payload = '{"ä":1}';
    const seal = ring.signDetached(TYPE, payload);
    expect(seal).to.match(/^[\w-]+\.\.[\w-]+$/);
    expect(openDetachedJws({ jws: seal, payload }, TYPE, ring.keys)).to.deep.equal({ valid: true, payload, kid });
  });

  it('opens no text of which one character is another', () => {
    for (let at = 0; at < jws.length; at += 1)
      expect(openJws(flipped(jws, at), TYPE, ring.keys).valid, `character ${at}`).to.equal(false);
    const other = { jws: detachPayload(jws), payload: 'signed Text' };
    expect(openDetachedJws(other, TYPE, ring.keys)).to.deep.equal({ valid: false, reason: 'not_signed' });
  });

  it('opens one text for one signature, and not the same bytes written otherwise', () => {
    for (const text of [`${jws}=`, `${jws} `, `${jws}.`, jws.replaceAll('.', '..'), '', 'x', '..'])
      expect(openJws(text, TYPE, ring.keys), text).to.deep.equal({ valid: false, reason: 'malformed' });
    const whole = { jws, payload: 'signed text' };
    expect(openDetachedJws(whole, TYPE, ring.keys)).to.deep.equal({ valid: false, reason: 'malformed' });
  });

  it('does not take a signed text of one kind for another, nor an algorithm or header that is not its own', () => {
    expect(openJws(jws, 'other+jws', ring.keys)).to.deep.equal({ valid: false, reason: 'malformed' });
    const signingKey = newKey();
    const { kid } = toEvidenceKey(signingKey);
    const keys = [toEvidenceKey(signingKey)];
    const critical = signJws({ alg: 'EdDSA', typ: TYPE, kid, crit: 'b64' }, 'text', signingKey);
    expect(openJws(critical, TYPE, keys)).to.include({ valid: false });
    const head = Buffer.from(JSON.stringify({ alg: 'none', typ: TYPE, kid })).toString('base64url');
    expect(openJws(`${head}.dGV4dA.`, TYPE, keys)).to.include({ valid: false });
  });

  it('opens what a former key has signed as long as its public key is there', () => {
    const next = newKey();
    const rotated = makeKeyRing({ signingKey: next, formerKeys: ring.keys });
    expect(rotated.keys.map(({ kid }) => kid)).to.deep.equal([toEvidenceKey(next).kid, ring.keys[0]!.kid]);
    expect(openJws(jws, TYPE, rotated.keys)).to.include({ valid: true });
    const forgotten = makeKeyRing({ signingKey: next });
    expect(openJws(jws, TYPE, forgotten.keys)).to.deep.equal({ valid: false, reason: 'unknown_key' });
  });

  it('does not open what another key has signed in the name of a known one', () => {
    const forged = signJws({ alg: 'EdDSA', typ: TYPE, kid: ring.keys[0]!.kid }, 'text', newKey());
    expect(openJws(forged, TYPE, ring.keys)).to.deep.equal({ valid: false, reason: 'not_signed' });
  });

  describe('keys from the environment', () => {
    const read = (environment: { KEY?: string; FORMER?: string }) =>
      z.object({ KEY: signingKeyVariable, FORMER: formerKeysVariable }).safeParse(environment);

    const der = (key: KeyObject): string => key.export({ format: 'der', type: 'pkcs8' }).toString('base64');

    const KEY = der(rfcKey);

    it('are one private key, and former public ones as a JSON Web Key Set', () => {
      const { d: _d, ...given } = RFC_JWK;
      const parsed = read({ KEY, FORMER: JSON.stringify({ keys: [given, ring.keys[0]] }) }).data!;
      expect(toEvidenceKey(parsed.KEY)).to.deep.equal(toEvidenceKey(rfcKey));
      expect(parsed.FORMER).to.deep.equal([toEvidenceKey(rfcKey), ring.keys[0]]);
      expect(read({ KEY }).data!.FORMER).to.deep.equal([]);
      expect(read({ KEY, FORMER: '' }).data!.FORMER).to.deep.equal([]);
    });

    const { d, ...publicJwk } = RFC_JWK;
    const unfit: Record<string, { KEY?: string; FORMER?: string }> = {
      'no signing key': {},
      'a signing key of another kind': { KEY: der(generateKeyPairSync('x25519').privateKey) },
      'former keys that are no JSON': { KEY, FORMER: 'x' },
      'former keys that are no set': { KEY, FORMER: JSON.stringify([publicJwk]) },
      'a private key among the former ones': { KEY, FORMER: JSON.stringify({ keys: [{ ...publicJwk, d }] }) },
      'a former key under a foreign id': {
        KEY,
        FORMER: JSON.stringify({ keys: [{ ...publicJwk, kid: ring.keys[0]!.kid }] }),
      },
      'a former key that is none': { KEY, FORMER: JSON.stringify({ keys: [{ ...publicJwk, x: 'AAAA' }] }) },
    };
    for (const [what, environment] of Object.entries(unfit))
      it(`refuses ${what}, and says so without showing it`, () => {
        const { success, error } = read(environment);
        expect(success).to.equal(false);
        expect(JSON.stringify(error!.issues)).not.to.include(RFC_JWK.d).and.not.include(KEY);
      });
  });
});
