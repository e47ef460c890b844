import { formerSealingKeysVariable, makeSealer, type SealedField, sealingKeyVariable } from '@qsc/service-kit';
import { expect } from 'chai';

const toKey = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const KEY = toKey(7);
const PLACE: SealedField = { org_id: 'org_1', collection: 'webhook', id: 'rec_1', field: 'secret' };

describe('a sealed text', () => {
  const sealer = makeSealer({ key: KEY, purpose: 'one' });
  const sealed = sealer.seal('secret ☂', PLACE);

  it('opens in its place, and says nothing of what it holds', () => {
    expect(sealer.open(sealed, PLACE)).to.equal('secret ☂');
    expect(Buffer.from(sealed.split('.').at(-1)!, 'base64url').toString('latin1')).to.not.contain('secret');
    expect(sealer.open(sealer.seal('', PLACE), PLACE)).to.equal('');
  });

  it('differs each time', () => {
    expect(sealer.seal('secret', PLACE)).to.not.equal(sealer.seal('secret', PLACE));
  });

  it('does not open for another organisation, collection, record or field', () => {
    const others: Partial<SealedField>[] = [
      { org_id: 'org_2' },
      { org_id: null },
      { collection: 'connection' },
      { id: 'rec_2' },
      { field: 'former_secret' },
      { id: 'rec_1","secret', field: '' },
    ];
    for (const other of others) expect(() => sealer.open(sealed, { ...PLACE, ...other })).to.throw('does not open');
  });

  it('does not open by another key, nor by the same key for another purpose', () => {
    expect(() => makeSealer({ key: toKey(8), purpose: 'one' }).open(sealed, PLACE)).to.throw('not known');
    expect(() => makeSealer({ key: KEY, purpose: 'two' }).open(sealed, PLACE)).to.throw('not known');
  });

  it('does not open when any one of its characters was changed, taken away or added', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      expect(() => sealer.open(changed, PLACE), changed).to.throw();
      expect(() => sealer.open(sealed.slice(0, index), PLACE)).to.throw();
    }
    for (const more of ['.', '.AA', '=', ' ', 'A']) expect(() => sealer.open(sealed + more, PLACE)).to.throw();
  });

  it('does not open when it names another key that is known', () => {
    const both = makeSealer({ key: KEY, formerKeys: [toKey(8)], purpose: 'one' });
    const otherId = makeSealer({ key: toKey(8), purpose: 'one' })
      .seal('', PLACE)
      .split('.')[1]!;
    const parts = sealed.split('.');
    expect(() => both.open([parts[0], otherId, ...parts.slice(2)].join('.'), PLACE)).to.throw('does not open');
  });

  it('is distinguished from a text that was never sealed', () => {
    for (const text of ['', 'secret', 'v3.a.b.c.d', 'v2', 'v1.', 'v2....']) {
      expect(() => sealer.open(text, PLACE), text).to.throw();
    }
  });
});

describe('rotation of an encryption key', () => {
  const before = makeSealer({ key: KEY, purpose: 'one' });
  const sealed = before.seal('secret', PLACE);
  const after = makeSealer({ key: toKey(8), formerKeys: [KEY], purpose: 'one' });

  it('seals by the new key, and opens what the former one sealed', () => {
    expect(after.open(sealed, PLACE)).to.equal('secret');
    const again = after.seal('secret', PLACE);
    expect(() => before.open(again, PLACE)).to.throw('not known');
    expect(makeSealer({ key: toKey(8), purpose: 'one' }).open(again, PLACE)).to.equal('secret');
  });

  it('tells which texts still need the former key', () => {
    expect(before.isCurrent(sealed)).to.equal(true);
    expect(after.isCurrent(sealed)).to.equal(false);
    expect(after.isCurrent(after.seal('secret', PLACE))).to.equal(true);
  });
});

describe('the variables of encryption keys', () => {
  it('take 32 bytes in Base64 and repeat nothing of what is wrong', () => {
    expect(sealingKeyVariable.parse(KEY)).to.equal(KEY);
    for (const wrong of ['', 'c2hvcnQ=', '§§', Buffer.alloc(33, 1).toString('base64')]) {
      const messages = sealingKeyVariable.safeParse(wrong).error?.issues.map(({ message }) => message);
      expect(messages?.[0]).to.equal('must be 32 bytes in Base64');
    }
  });

  it('take several former keys by comma, or none', () => {
    expect(formerSealingKeysVariable.parse(undefined)).to.deep.equal([]);
    expect(formerSealingKeysVariable.parse('')).to.deep.equal([]);
    expect(formerSealingKeysVariable.parse(`${KEY}, ${toKey(8)}`)).to.deep.equal([KEY, toKey(8)]);
    expect(formerSealingKeysVariable.safeParse(`${KEY},short`).success).to.equal(false);
  });
});
