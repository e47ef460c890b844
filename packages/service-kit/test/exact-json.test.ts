import { expect } from 'chai';
import { requireExactJson } from '../src/http/exact-json.ts';

const getFault = (json: string): [string, string?] | null => {
  try {
    requireExactJson(Buffer.from(json));
    return null;
  } catch (error) {
    const { code, details } = error as { code: string; details?: { fields: [{ field: string }] } };
    return details ? [code, details.fields[0].field] : [code];
  }
};

describe('JSON that would be changed in silence', () => {
  const TWICE: [string, string][] = [
    ['beside each other', '{"decision":"reject","decision":"approve"}'],
    ['in an inner object', '{"a":[{"x":1},{"x":1,"y":[],"x":{}}]}'],
    ['by an escape', String.raw`{"decision":"reject","d\u0065cision":"approve"}`],
    ['after objects and lists', '{"a":{"b":[1,2]},"b":1,"a":2}'],
    ['with blanks before the colon', '{"a" : 1,\n"a"\t:2}'],
    ['in other letters', '{"größe":1,"größe":2}'],
  ];
  for (const [what, json] of TWICE)
    it(`is refused where an object names a member twice: ${what}`, () =>
      expect(getFault(json)).to.deep.equal(['invalid_request']));

  const INEXACT: [string, string][] = [
    ['9007199254740992', 'body'],
    ['{"v":9007199254740993}', 'v'],
    ['{"a":[0,{"größe":-9007199254740992}]}', 'a.1.größe'],
    ['[[1,2],[3,123456789012345678901234567890]]', '1.1'],
  ];
  for (const [json, field] of INEXACT)
    it(`is refused where a whole number cannot be held: ${json}`, () =>
      expect(getFault(json)).to.deep.equal(['validation_failed', field]));

  const TAKEN = [
    '{"a":{"x":1},"b":{"x":1},"x":[{"x":1},{"x":2}]}',
    String.raw`{"a":"\"a\":1,\"a\":2","b":"\\","c":"{","d":"9007199254740993"}`,
    '[9007199254740991,-9007199254740991,1e21,9007199254740993.0,9.007199254740993e15,0.12345678901234567890]',
    '{"a":"a","b":"a"}',
    '{"a"',
    '"',
    '}]',
    '',
  ];
  for (const json of TAKEN) it(`is left to the parser otherwise: ${json}`, () => expect(getFault(json)).to.equal(null));

  it('finds what the parser loses, in made-up documents', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const NAMES = ['a', 'b', '"', '\\', 'ä', '\u2028', ''];
    let twice = false;
    const made = (depth: number): string => {
      const kind = depth === 0 ? 0 : random(3);
      if (kind === 0) return JSON.stringify([NAMES[random(7)], random(1000), null, true][random(4)]);
      const inner = Array.from({ length: random(4) }, () => made(depth - 1));
      if (kind === 1) return `[${inner.join(',')}]`;
      const names = inner.map(() => NAMES[random(7)]);
      if (new Set(names).size < names.length) twice = true;
      return `{${inner.map((value, index) => `${JSON.stringify(names[index])}:${value}`).join(', ')}}`;
    };
    for (let run = 0; run < 2_000; run += 1) {
      twice = false;
      const json = made(4);
      expect(getFault(json), json).to.deep.equal(twice ? ['invalid_request'] : null);
    }
  });
});
