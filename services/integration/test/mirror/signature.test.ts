import { expect } from 'chai';
import { signatureKey, toSignatures } from '../../src/mirror/signature.ts';

describe('the signatures that an external field holds', () => {
  const one = { signer: 'A. Turing', meaning: 'Approved', signed_at: '2026-02-01T10:00:00.000Z' };

  const cases: [form: string, value: unknown, signatures: unknown[]][] = [
    ['an object', { signer: 'A. Turing', meaning: 'Approved', time: '2026-02-01T11:00:00+01:00' }, [one]],
    [
      'its names with the endings of Vault',
      { signed_by__v: 'A. Turing', meaning__c: 'Approved', signed_date__v: '2026-02-01T10:00:00Z' },
      [one],
    ],
    ['a list', [one, { ...one, signer: 'E. Noether' }], [one, { ...one, signer: 'E. Noether' }]],
    ['JSON text', JSON.stringify([one]), [one]],
    ['a text, which is the signer', 'A. Turing', [{ signer: 'A. Turing', meaning: null, signed_at: null }]],
    [
      'a time that cannot be read stays as it is',
      { signer: 'A', time: 'yesterday' },
      [{ signer: 'A', meaning: null, signed_at: 'yesterday' }],
    ],
    ['nobody signed', { meaning: 'Approved' }, []],
    ['nothing', null, []],
    [
      'a number in a list of texts',
      ['A', 7],
      [
        { signer: 'A', meaning: null, signed_at: null },
        { signer: '7', meaning: null, signed_at: null },
      ],
    ],
  ];
  for (const [form, value, signatures] of cases)
    it(`are read: ${form}`, () => expect(toSignatures(value)).to.deep.equal(signatures));

  it('are distinguished by signer, meaning and time', () => {
    const keys = [one, { ...one, signer: 'B' }, { ...one, meaning: 'B' }, { ...one, signed_at: null }].map(
      signatureKey,
    );
    expect(new Set(keys)).to.have.length(4);
    expect(signatureKey({ ...one })).to.equal(keys[0]);
  });
});
