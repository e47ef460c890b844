import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { expect } from 'chai';
import { canonicalHash, canonicalJson } from '../src/evidence/canonical-json.ts';

const CASES: Record<string, Record<string, unknown>> = {
  'names in any order, at every depth': { b: 1, a: { d: [{ z: 1, y: 2 }], c: null } },
  'names that are numbers': { 'attributes.x': 1, 10: 'a', 9: 'b', nested: { 2: 1, 1: 2 } },
  'the name of the prototype': JSON.parse('{"b":1,"__proto__":{"z":1,"a":2},"a":3}') as Record<string, unknown>,
  'names by UTF-16 code units': { '€': 1, '\r': 2, דּ: 3, '😀': 4, '\u0080': 5, ö: 6, '': 7 },
  'numbers as RFC 8785 writes them': {
    a: [JSON.parse('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0, 1e21, 2 ** 53, 295147905179352830000],
  },
  'strings with control characters': { a: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/', b: '\u0000\u001f\u2028' },
};

/** RFC 8785, appendix B: IEEE 754 bits and the number as it is written. */
const NUMBERS: [string, string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

const toNumber = (bits: string): number => Buffer.from(bits, 'hex').readDoubleBE();

describe('canonical JSON', () => {
  for (const [what, value] of Object.entries(CASES))
    it(`is that of RFC 8785 for ${what}`, () => {
      expect(canonicalJson(value)).to.equal(canonicalize(value));
    });

  it('writes the example of RFC 8785 §3.2.2', () => {
    const text = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    const numbers = '"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]';
    expect(canonicalJson(JSON.parse(text))).to.equal(
      String.raw`{"literals":[null,true,false],${numbers},"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts the names of the example of RFC 8785 §3.2.3', () => {
    const text = String.raw`{
      "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
    }`;
    expect(canonicalJson(JSON.parse(text)).match(/(?<=:")[^"]+/g)).to.deep.equal([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('writes every number of RFC 8785, appendix B', () => {
    for (const [bits, written] of NUMBERS) expect(canonicalJson([toNumber(bits)]), bits).to.equal(`[${written}]`);
  });

  it('refuses what is no JSON value, so that nothing is hashed as something else', () => {
    for (const value of [toNumber('7fffffffffffffff'), toNumber('7ff0000000000000'), new Date(0)])
      for (const name of ['a', '1'])
        expect(() => canonicalJson({ [name]: [value] }), String(value)).to.throw(TypeError);
  });

  it('is what a hash is made of', () => {
    const expected = createHash('sha256').update('{"a":2,"b":1}').digest('hex');
    expect(canonicalHash({ b: 1, a: 2 })).to.equal(expected);
  });
});
