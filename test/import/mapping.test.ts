import { expect } from 'chai';
import { UsageError } from '../../scripts/import-csv/import-error.ts';
import { Mapping } from '../../scripts/import-csv/mapping/mapping.schema.ts';
import { builtInNames, findMapping, loadMapping, requireColumns } from '../../scripts/import-csv/mapping/mapping.ts';
import { readCell } from '../../scripts/import-csv/record/cell.ts';
import { readDate } from '../../scripts/import-csv/record/date-format.ts';
import { makeAttributes, relationshipChanges, toPatch } from '../../scripts/import-csv/record/difference.ts';
import { getName } from '../../scripts/import-csv/record/draft.ts';
import { gather } from '../../scripts/import-csv/record/gathering.ts';

const SIMPLE = {
  name: 'simple',
  entities: [
    {
      id: 'suppliers',
      type: 'supplier',
      rows: 'many',
      key: { columns: ['firm'], match: 'name' },
      name: 'firm',
      attributes: { country: 'country', sites: { column: 'site', collect: true } },
    },
    {
      id: 'products',
      type: 'product',
      key: { columns: ['no'] },
      name: 'product',
      attributes: { 'shelf.months': { column: 'months', type: 'integer' } },
      relationships: [{ type: 'supplied_by', to: 'suppliers' }],
    },
  ],
};

const COLUMNS = ['firm', 'country', 'site', 'no', 'product', 'months'];

const gathered = (...rows: string[][]) =>
  gather(
    Mapping.parse(SIMPLE),
    rows.map((cells, index) => ({
      line: index + 2,
      cells: new Map(COLUMNS.map((column, at) => [column, cells[at] ?? ''])),
    })),
  );

describe('a mapping', () => {
  const findFaults = (change: object) =>
    Mapping.safeParse({ ...SIMPLE, ...change }).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );

  const withAttribute = (path: string, rule: unknown) =>
    findFaults({ entities: [{ ...SIMPLE.entities[0], attributes: { [path]: rule } }] });

  it('is built in for the recalls, and found by the columns of the file', () => {
    expect(builtInNames()).to.deep.equal(['fda-recalls']);
    const columns = loadMapping('fda-recalls').entities.flatMap(({ attributes }) =>
      Object.values(attributes).flatMap((rule) => ('column' in rule ? rule.column : [])),
    );
    expect(findMapping(() => [...columns, 'more']).name).to.equal('fda-recalls');
    expect(() => findMapping(() => ['a'])).to.throw(UsageError, '--mapping');
    expect(() => loadMapping('none')).to.throw(UsageError, 'fda-recalls');
  });

  it('names the columns that the file lacks', () => {
    expect(() => requireColumns(Mapping.parse(SIMPLE), ['firm', 'country', 'site', 'no'])).to.throw(
      UsageError,
      'lacks: product, months',
    );
  });

  it('is refused with the place of each fault', () => {
    expect(withAttribute('country', { column: 'a', type: 'money' })?.[0]).to.match(
      /^entities\.0\.attributes\.country\.type: /,
    );
    expect(withAttribute('country', { colum: 'a' })?.join()).to.include('colum');
    expect(withAttribute('since', { column: 'a', type: 'date', format: 'D.M.YY' })?.[0]).to.include('"Y"');
    expect(withAttribute('$where', 'a')).to.have.length(1);
    expect(withAttribute('a.__proto__', 'a')).to.have.length(1);
    expect(withAttribute('source_key', 'a')).to.have.length(1);
    expect(findFaults({ entities: [SIMPLE.entities[1]] })?.[0]).to.include('"suppliers" needs an entity');
    expect(findFaults({ entities: [SIMPLE.entities[0], SIMPLE.entities[0]] })?.[0]).to.include('stands twice');
  });
});

describe('the reading of values', () => {
  const read = (text: string, rule: object) => {
    const { entities } = Mapping.parse({
      ...SIMPLE,
      entities: [{ ...SIMPLE.entities[0], attributes: { a: { column: 'a', ...rule } } }],
    });
    const attribute = entities[0]?.attributes.a;
    if (!attribute || !('column' in attribute)) throw new Error('The rule is none on a column.');
    const reading = readCell(text, attribute);
    return 'fault' in reading ? 'fault' : reading.value;
  };

  it('takes dates of the calendar, in their format', () => {
    expect(readDate('1/2/2025', 'M/D/YYYY')).to.equal('2025-01-02');
    expect(readDate('29.02.2024', 'DD.MM.YYYY')).to.equal('2024-02-29');
    expect(readDate('20251231', 'YYYYMMDD')).to.equal('2025-12-31');
    for (const text of ['2/30/2025', '13/1/2025', '1/2/25', '1/2/0025', '2025-01-02', '1/2/2025 x', '1/0/2025'])
      expect(readDate(text, 'M/D/YYYY'), text).to.equal(null);
  });

  it('takes numbers, booleans and lists as such', () => {
    expect(['12', '-3', '1.5', '1e3', '1,5', '', '12 kg'].map((text) => read(text, { type: 'number' }))).to.deep.equal([
      12,
      -3,
      1.5,
      1000,
      'fault',
      undefined,
      'fault',
    ]);
    expect(['7', '7.0', '99999999999999999999'].map((text) => read(text, { type: 'integer' }))).to.deep.equal([
      7,
      'fault',
      'fault',
    ]);
    expect(['Yes', '0', 'maybe'].map((text) => read(text, { type: 'boolean' }))).to.deep.equal([true, false, 'fault']);
    expect(read(' b; a;;b ', { type: 'list' })).to.deep.equal(['b', 'a']);
  });

  it('trims, knows blank texts, and insists on what is required or listed', () => {
    expect(read('  x\r\ny ', {})).to.equal('x\ny');
    expect(read('UNKNOWN', { blank: ['UNKNOWN'] })).to.equal(undefined);
    expect(read(' ', { required: true })).to.equal('fault');
    expect(read('I', { values: { I: 1 } })).to.equal(1);
    expect(read('toString', { values: { I: 1 } })).to.equal('fault');
  });

  it('shortens a name at a word', () => {
    expect(getName(' a\n b\t c ')).to.equal('a b c');
    const name = getName('word '.repeat(100));
    expect(name).to.match(/word…$/);
    expect(name.length).to.be.within(190, 200);
    expect(getName('😀'.repeat(150)).isWellFormed()).to.equal(true);
  });
});

describe('the entities of a file', () => {
  it('come together from several rows', () => {
    const { entities, report } = gathered(
      ['Acme, Inc.', '', 'B', '1', 'P1', '6'],
      ['ACME INC', 'US', 'A', '2', 'P2', ''],
      ['Other', '', '', '3', 'P3', ''],
    );
    expect(report).to.deep.equal([]);
    const [acme, other] = entities.get('suppliers') ?? [];
    expect(acme).to.deep.include({ name: 'Acme, Inc.', lines: [2, 3] });
    expect(Object.fromEntries(acme?.values ?? [])).to.deep.equal({ country: 'US', sites: ['A', 'B'] });
    expect(entities.get('products')?.map(({ links }) => links[0]?.key)).to.deep.equal([
      acme?.key,
      acme?.key,
      other?.key,
    ]);
  });

  it('tell apart a repeated row, a contradicting one and one that is left out in part', () => {
    const row = ['Acme', 'US', 'A', '1', 'P1', '6'];
    const { entities, report } = gathered(
      row,
      row,
      ['Acme', 'US', 'A', '1', 'P1', '7'],
      ['Other', 'US', 'A', '1', 'P1', '6'],
      ['Acme', 'DE', 'A', '2', 'P2', ''],
    );
    expect(report.map(({ line, outcome, field }) => [line, outcome, field])).to.deep.equal([
      [3, 'duplicate', ''],
      [4, 'rejected', 'months'],
      [5, 'rejected', 'no'],
      [6, 'note', 'country'],
    ]);
    expect(report[1]?.message).to.equal('The row on line 2 tells of the same record and says "6"; this row says "7".');
    expect(entities.get('suppliers')).to.have.length(1);
    expect(entities.get('products')).to.have.length(2);
  });

  it('are not made of rejected rows, and every fault of a row is told', () => {
    const { entities, report } = gathered(['Acme', '', '', '', '', 'six']);
    expect(entities.get('suppliers')).to.deep.equal([]);
    expect(report.map(({ field }) => field)).to.deep.equal(['no', 'product', 'months']);
  });

  it('keep their key whatever else changes', () => {
    const toKey = (...row: string[]) => gathered(row).entities.get('products')?.[0]?.key;
    expect(toKey('Acme', 'US', 'A', '1', 'P1', '6')).to.equal(toKey('Other', 'DE', '', '1', 'New name', ''));
    expect(toKey('Acme', '', '', '1', 'P', '')).not.to.equal(toKey('Acme', '', '', '01', 'P', ''));
  });
});

describe('the difference to what is there', () => {
  const [product] = gathered(['Acme', '', '', '1', 'P1', '6']).entities.get('products') ?? [];
  if (!product) throw new Error('There is no product.');
  const known = (change: object = {}) => ({
    id: 'ent_1',
    name: 'P1',
    attributes: makeAttributes(product, 'simple'),
    relationships: [],
    ...change,
  });

  it('is nothing for what is the same, whatever others added', () => {
    expect(toPatch(known(), product, 'simple')).to.equal(null);
    const attributes = { ...makeAttributes(product, 'simple'), more: 1, shelf: { months: 6, place: 'x' } };
    expect(toPatch(known({ attributes }), product, 'simple')).to.equal(null);
  });

  it('is only what differs, and removes what the file no longer says', () => {
    const attributes = { ...makeAttributes(product, 'simple'), shelf: { months: '6' } };
    expect(toPatch(known({ name: 'P', attributes }), product, 'simple')).to.deep.equal({
      name: 'P1',
      attributes: { shelf: { months: 6 } },
    });
    const empty = { ...product, values: new Map() };
    expect(toPatch(known(), empty, 'simple')).to.deep.equal({ attributes: { shelf: { months: null } } });
  });

  it('takes away only relationships that an import of the same source made', () => {
    const relationships = [
      { id: 'r1', type: 'supplied_by', target_id: 'old', attributes: { source: 'simple' } },
      { id: 'r2', type: 'supplied_by', target_id: 'by hand', attributes: {} },
      { id: 'r3', type: 'packed_by', target_id: 'old', attributes: { source: 'simple' } },
      { id: 'r4', type: 'supplied_by', target_id: 'kept', attributes: {} },
    ];
    const targets = [
      { type: 'supplied_by', target_id: 'kept' },
      { type: 'supplied_by', target_id: 'new' },
    ];
    expect(
      relationshipChanges(known({ relationships }), targets, { source: 'simple', types: ['supplied_by'] }),
    ).to.deep.equal({
      missing: [{ type: 'supplied_by', target_id: 'new' }],
      surplus: ['r1'],
    });
  });
});
