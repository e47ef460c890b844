import { expect } from 'chai';
import {
  condition,
  contains,
  fieldName,
  objectName,
  quote,
  selectable,
  statement,
} from '../src/connector/veeva-vault/vql.ts';
import { RemoteRefusal } from '../src/remote/remote-error.ts';
import { buildOrphanFilter, parseQuery } from './vault-simulator/vql-reader.ts';

const ATTACKS = [
  "x' OR id != '",
  "x\\' OR id != \\'",
  'x\\',
  "x'') OR (id != ''",
  "' PAGESIZE 1",
  'x" OR "1"="1',
  "x'\nOR id != '",
  'tab\tand\rreturn',
  '\u0000\u0008end',
  '%*',
  "''",
  'Müller & Söhne – 株式会社',
];

const fitting = (text: string, value: unknown): unknown[] => {
  const query = parseQuery(`SELECT id FROM supplier__c WHERE ${text}`);
  return buildOrphanFilter(query, [
    { id: 'A', name__v: value },
    { id: 'B', name__v: 'another' },
  ]).map(({ id }) => id);
};

describe('a query of Vault', () => {
  for (const attack of ATTACKS)
    it(`compares any text literally: ${JSON.stringify(attack)}`, () => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those that no text of Vault holds
      const stored = attack.replaceAll(/[\u0000\u0008]/g, '');
      const filter = { field: 'name__v', operator: 'eq', value: attack } as const;
      expect(fitting(condition(filter), stored)).to.deep.equal(['A']);
      expect(fitting(condition({ ...filter, operator: 'in', value: ['b', attack] }), stored)).to.deep.equal(['A']);
      expect(fitting(contains('name__v', [attack]), stored)).to.deep.equal(['A']);
    });

  it('leaves no way out of a quoted text', () => {
    for (const attack of ATTACKS) expect(quote(attack)).to.match(/^'(?:[^'\\\n\r\t]|\\['"\\nrt])*'$/);
  });

  for (const name of [
    "name__v' OR 1=1",
    'name__v, secret__c',
    'name__v FROM x',
    'a..b',
    '',
    '1a',
    'a.b.',
    'LONGTEXT(a,b)',
    'COUNT(a)',
  ])
    it(`refuses a field that is no name: ${JSON.stringify(name)}`, () => {
      expect(() => selectable(name)).to.throw(RemoteRefusal);
      expect(() => condition({ field: name, operator: 'eq', value: 1 })).to.throw(RemoteRefusal);
    });

  for (const name of ['supplier__c; x', '../documents', 'a.b', 'a/b', ''])
    it(`refuses an object that is no name: ${JSON.stringify(name)}`, () => {
      expect(() => objectName(name)).to.throw(RemoteRefusal);
    });

  it('selects paths over relationships and whole texts, and knows their fields', () => {
    expect(selectable('country__vr.name__v')).to.equal('country__vr.name__v');
    expect(fieldName('LONGTEXT(description__c)')).to.equal('description__c');
  });

  it('compares each kind of value as its kind', () => {
    expect(condition({ field: 'a__c', operator: 'ge', value: 5 })).to.equal('a__c >= 5');
    expect(condition({ field: 'a__c', operator: 'ne', value: null })).to.equal('a__c != null');
    expect(condition({ field: 'a__c', operator: 'eq', value: true })).to.equal('a__c = true');
    expect(() => condition({ field: 'a__c', operator: 'lt', value: ['x'] })).to.throw(RemoteRefusal);
  });

  it('lets no page be larger than Vault allows, and none be empty', () => {
    const query = { select: ['id'], from: 'a__c', where: [], orderBy: ['id'] };
    expect(statement({ ...query, pageSize: 5_000 })).to.equal('SELECT id FROM a__c ORDER BY id ASC PAGESIZE 1000');
    expect(statement({ ...query, pageSize: 0 })).to.contain('PAGESIZE 1');
  });
});
