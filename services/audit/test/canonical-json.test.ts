import canonicalize from 'canonicalize';
import { expect } from 'chai';
import { canonicalJson } from '../src/chain/canonical-json.ts';

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

describe('canonical JSON', () => {
  for (const [what, value] of Object.entries(CASES))
    it(`is that of RFC 8785 for ${what}`, () => {
      expect(canonicalJson(value)).to.equal(canonicalize(value));
    });
});
