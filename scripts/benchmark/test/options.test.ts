import { expect } from 'chai';
import { Advice } from '../../runtime/command-line.ts';
import { readOptions } from '../options.ts';

describe('the options of the benchmark', () => {
  it('have defaults', () => {
    expect(readOptions([])).to.deep.equal({ seconds: 8, entities: 100_000, json: undefined });
    expect(readOptions(['--seconds', '4', '--json', 'out.json'])).to.include({ seconds: 4, json: 'out.json' });
  });

  for (const wrong of ['abc', '', '0', '-1', '1.5', '1e3'])
    it(`refuse "${wrong}" where a number belongs`, () => {
      expect(() => readOptions([`--seconds=${wrong}`])).to.throw(Advice, '--seconds');
      expect(() => readOptions([`--entities=${wrong}`])).to.throw(Advice, '--entities');
    });

  it('refuse one that is not known', () => {
    expect(() => readOptions(['--second', '4'])).to.throw(Advice, 'Usage');
  });
});
