import { expect } from 'chai';
import { Advice } from '../../runtime/command-line.ts';
import { isWanted, readOptions } from '../options.ts';

describe('the options of the benchmark', () => {
  it('have defaults', () => {
    const counts = {
      seconds: 8,
      entities: 100_000,
      auditEntries: 200_000,
      events: 250,
      waiting: 10_000,
      syncRecords: 5_000,
    };
    const defaults = { ...counts, only: [], json: undefined, against: undefined };
    expect(readOptions([])).to.deep.equal(defaults);
    expect(readOptions(['--seconds', '4', '--json', 'out.json'])).to.include({ seconds: 4, json: 'out.json' });
  });

  for (const wrong of ['abc', '', '0', '-1', '1.5', '1e3'])
    it(`refuse "${wrong}" where a number belongs`, () => {
      expect(() => readOptions([`--seconds=${wrong}`])).to.throw(Advice, '--seconds');
      expect(() => readOptions([`--entities=${wrong}`])).to.throw(Advice, '--entities');
      expect(() => readOptions([`--audit-entries=${wrong}`])).to.throw(Advice, '--audit-entries');
      expect(() => readOptions([`--events=${wrong}`])).to.throw(Advice, '--events');
      expect(() => readOptions([`--sync-records=${wrong}`])).to.throw(Advice, '--sync-records');
      expect(() => readOptions([`--waiting=${wrong}`])).to.throw(Advice, '--waiting');
    });

  it('choose rows by a part of their names, and all of them where none is named', () => {
    const { only } = readOptions(['--only', 'list', '--only', 'create']);
    const names = ['create', 'get', 'list of 25, by type'];
    expect(names.filter((name) => isWanted({ only }, name))).to.deep.equal(['create', 'list of 25, by type']);
    expect(names.filter((name) => isWanted(readOptions([]), name))).to.deep.equal(names);
  });

  it('choose rows by a word alone, too', () => {
    expect(readOptions(['webhooks', '--only', 'list']).only).to.have.members(['webhooks', 'list']);
  });

  it('refuse one that is not known', () => {
    expect(() => readOptions(['--second', '4'])).to.throw(Advice, 'Usage');
  });
});
