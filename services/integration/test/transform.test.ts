import { expect } from 'chai';
import type { FieldMapping, Mapping, Transformation } from '../src/mapping/mapping.ts';
import {
  findLookups,
  type Lookup,
  listExternalPaths,
  readLocal,
  readRemote,
  toLocalContent,
  toLocalPatch,
  writeRemote,
} from '../src/mapping/transform.ts';

const makeMapping = (...fields: Partial<FieldMapping>[]): Mapping => ({
  id: 'map_1',
  entity_type: 'supplier',
  source_object: 'vendor__v',
  document_types: [],
  event_subtype: null,
  field_mappings: fields.map((field) => ({
    source: 'value',
    target: 'attributes.value',
    required: false,
    transformation: null,
    ...field,
  })),
  filters: [],
  bidirectional: null,
  content_sync: null,
  workflow_sync: null,
  esignature_sync: null,
});

const none = (): null => null;

/** What becomes of one value by a transformation; where it is refused, the code. */
const read = (transformation: Transformation | null, value: unknown): unknown => {
  const { values, problems } = readRemote(makeMapping({ transformation }), { value }, none);
  const [problem] = problems;
  return problem ? { refused: problem.code } : values['attributes.value'];
};

const back = (transformation: Transformation | null, value: unknown): unknown => {
  const written = writeRemote(makeMapping({ transformation }), { 'attributes.value': value }, ['attributes.value']);
  const [problem] = written.problems;
  return problem ? { refused: problem.code } : written.fields.value;
};

const REFUSED = { refused: 'invalid_value' };
const GRADES: Transformation = { type: 'lookup', values: { A: 'approved', B: 'blocked', '1': true } };
const PREFIXED: Transformation = { type: 'format', pattern: 'SUP-{value}/x' };

const READINGS: readonly [Transformation | null, unknown, unknown][] = [
  [null, ' as it is ', ' as it is '],
  [null, { a: { b: 1, c: null } }, { a: { b: 1 } }],
  [null, undefined, null],
  ['country_code', 'DE', 'DE'],
  ['country_code', ' de ', 'DE'],
  ['country_code', 'DEU', 'DE'],
  ['country_code', 'Germany', 'DE'],
  ['country_code', 'united states of america', 'US'],
  ['country_code', 'USA', 'US'],
  ['country_code', 'Deutschland', 'DE'],
  ['country_code', 'Côte d’Ivoire', 'CI'],
  ['country_code', 'Éire', 'IE'],
  ['country_code', '日本', 'JP'],
  ['country_code', ['DE', 'France'], ['DE', 'FR']],
  ['country_code', 'XX', REFUSED],
  ['country_code', 'Atlantis', REFUSED],
  // Two countries have the name; in other languages it means one or the other.
  ['country_code', 'Congo', REFUSED],
  ['country_code', 'Kongo', REFUSED],
  ['country_code', 'constructor', REFUSED],
  ['country_code', 49, REFUSED],
  ['country_code', '  ', null],
  ['country_code', null, null],
  ['trim', ' Acme ', 'Acme'],
  ['trim', 7, REFUSED],
  ['upper', 'acme', 'ACME'],
  ['lower', 'ACME', 'acme'],
  ['date', '2026-03-02', '2026-03-02'],
  ['date', '2026-03-02T23:30:00.000Z', '2026-03-02'],
  ['date', '2026-03-02T00:30:00+02:00', '2026-03-02'],
  ['date', '20260302', '2026-03-02'],
  ['date', '2026-02-30', REFUSED],
  ['date', '02.03.2026', REFUSED],
  ['date', '03/02/2026', REFUSED],
  ['date', 1_772_000_000_000, REFUSED],
  ['number', '12.50', 12.5],
  ['number', '-3e2', -300],
  ['number', '-0', 0],
  ['number', 7, 7],
  ['number', '1,5', REFUSED],
  ['number', '1.000,00', REFUSED],
  ['number', '0x10', REFUSED],
  ['number', '9007199254740993', REFUSED],
  ['number', '1e999', REFUSED],
  ['number', true, REFUSED],
  ['boolean', true, true],
  ['boolean', 'Yes', true],
  ['boolean', 0, false],
  ['boolean', 'perhaps', REFUSED],
  ['boolean', {}, REFUSED],
  [GRADES, 'A', 'approved'],
  [GRADES, 1, true],
  [GRADES, ['A', 'B'], ['approved', 'blocked']],
  [GRADES, 'a', REFUSED],
  [GRADES, 'constructor', REFUSED],
  [GRADES, '__proto__', REFUSED],
  [{ type: 'json_parse' }, '{"a":[1,2]}', { a: [1, 2] }],
  [{ type: 'json_parse' }, '[1,"2"]', [1, '2']],
  [{ type: 'json_parse' }, '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
  [{ type: 'json_parse' }, '{"a":null,"b":[null]}', { b: [null] }],
  [{ type: 'lookup', values: { X: true, '': false } }, '', false],
  [{ type: 'lookup', values: { X: true, '': false } }, null, false],
  [{ type: 'lookup', values: { X: true } }, '', null],
  ['boolean', 'X', true],
  ['boolean', '', false],
  ['boolean', null, null],
  [{ type: 'json_parse' }, '{"__proto__":{"admin":true}}', REFUSED],
  [{ type: 'json_parse' }, '{"a":{"$where":1}}', REFUSED],
  [{ type: 'json_parse' }, '{"a.b":1}', REFUSED],
  [{ type: 'json_parse' }, '{a', REFUSED],
  [{ type: 'json_parse' }, `${'['.repeat(20)}${']'.repeat(20)}`, REFUSED],
  [PREFIXED, 42, 'SUP-42/x'],
  [PREFIXED, '$&', 'SUP-$&/x'],
  [PREFIXED, {}, REFUSED],
  [PREFIXED, '', null],
  [null, 'a\0b', REFUSED],
  [null, Number.NaN, REFUSED],
];

const RETURNS: readonly [Transformation | null, unknown, unknown][] = [
  [null, { a: 1 }, { a: 1 }],
  ['country_code', 'DE', 'DE'],
  ['upper', 'acme', 'ACME'],
  ['number', 12.5, 12.5],
  ['date', '2026-03-02', '2026-03-02'],
  ['date', 'soon', REFUSED],
  ['boolean', false, false],
  ['trim', null, null],
  [GRADES, 'blocked', 'B'],
  [GRADES, ['blocked', 'approved'], ['B', 'A']],
  [GRADES, 'unheard of', REFUSED],
  [{ type: 'json_parse' }, { a: [1] }, '{"a":[1]}'],
  [{ type: 'json_parse' }, ['x'], '["x"]'],
  [PREFIXED, 'SUP-42/x', '42'],
  [PREFIXED, 'SUP-/x', REFUSED],
  [PREFIXED, '42', REFUSED],
  [{ type: 'entity_reference', entity_type: 'supplier' }, 'ent_1', REFUSED],
];

const describeRule = (transformation: Transformation | null): string =>
  transformation && typeof transformation === 'object' ? transformation.type : String(transformation);

describe('the transformation of a value', () => {
  for (const [transformation, value, expected] of READINGS)
    it(`${describeRule(transformation)} reads ${JSON.stringify(value)} as ${JSON.stringify(expected)}`, () => {
      expect(read(transformation, value)).to.deep.equal(expected);
    });

  for (const [transformation, value, expected] of RETURNS)
    it(`${describeRule(transformation)} sends ${JSON.stringify(value)} back as ${JSON.stringify(expected)}`, () => {
      expect(back(transformation, value)).to.deep.equal(expected);
    });
});

describe('a mapping', () => {
  it('reaches into objects and prefers a field whose name has the dots itself', () => {
    const mapping = makeMapping(
      { source: 'to_Supplier.Group', target: 'attributes.group' },
      { source: 'lines.1.city', target: 'attributes.address.city' },
      { source: 'party.rec_name', target: 'name' },
    );
    const fields = {
      to_Supplier: { Group: 'G1' },
      lines: [{ city: 'Bonn' }, { city: 'Kiel' }],
      party: { rec_name: 'wrong' },
      'party.rec_name': 'Acme',
    };
    expect(readRemote(mapping, fields, none).values).to.deep.equal({
      'attributes.group': 'G1',
      'attributes.address.city': 'Kiel',
      name: 'Acme',
    });
  });

  it('reads own members alone', () => {
    const mapping = makeMapping({ source: 'constructor.name' }, { source: 'toString', target: 'attributes.other' });
    expect(readRemote(mapping, { x: 1 }, none).values).to.deep.equal({
      'attributes.value': null,
      'attributes.other': null,
    });
  });

  it('names the field that is required and not there, and a record without a name', () => {
    const mapping = makeMapping(
      { source: 'code', target: 'attributes.code', required: true },
      { source: 'n', target: 'name' },
    );
    const { values, problems } = readRemote(mapping, { code: ' ', n: '' }, none);
    expect(problems.map(({ field, code }) => [field, code])).to.deep.equal([
      ['attributes.code', 'required'],
      ['name', 'required'],
    ]);
    expect(values).to.deep.equal({});
  });

  it('takes the other fields of a record with one that cannot be read', () => {
    const mapping = makeMapping(
      { source: 'd', target: 'attributes.d', transformation: 'date' },
      { source: 'n', target: 'name' },
    );
    const { values, problems } = readRemote(mapping, { d: 'soon', n: 'Acme' }, none);
    expect(values).to.deep.equal({ name: 'Acme' });
    expect(problems).to.have.length(1);
  });

  it('looks up each reference once, by a field of the record or by its key there', () => {
    const mapping = makeMapping(
      {
        source: 's',
        target: 'attributes.s',
        transformation: { type: 'entity_lookup', entity_type: 'supplier', lookup_field: 'supplier_code' },
      },
      { source: 'p', target: 'attributes.p', transformation: { type: 'entity_reference', entity_type: 'product' } },
    );
    const records = [
      { s: 'A-1', p: [1, 2] },
      { s: 'A-1', p: 2 },
      { s: null, p: '' },
    ];
    const lookups = findLookups(mapping, records);
    expect(lookups).to.deep.equal([
      { entityType: 'supplier', field: 'attributes.supplier_code', value: 'A-1' },
      { entityType: 'product', field: null, value: '1' },
      { entityType: 'product', field: null, value: '2' },
    ]);
    const find = ({ value }: Lookup) => (value === '2' ? null : `ent_${value}`);
    expect(readRemote(mapping, { s: 'A-1', p: 1 }, find).values).to.deep.equal({
      'attributes.s': 'ent_A-1',
      'attributes.p': 'ent_1',
    });
    const { problems } = readRemote(mapping, { s: 'A-1', p: [1, 2] }, find);
    expect(problems.map(({ field, code }) => [field, code])).to.deep.equal([['attributes.p', 'unknown_reference']]);
  });

  it('reads a record here by its targets, and what is not there as nothing', () => {
    const mapping = makeMapping(
      { target: 'name' },
      { target: 'attributes.address.city' },
      { target: 'attributes.none' },
    );
    expect(readLocal(mapping, { name: 'Acme', attributes: { address: { city: 'Bonn' } } })).to.deep.equal({
      name: 'Acme',
      'attributes.address.city': 'Bonn',
      'attributes.none': null,
    });
  });

  it('sends the requested fields, to their custom field where they have one', () => {
    const mapping = {
      ...makeMapping(
        { source: 'n', target: 'name' },
        { source: 'c', target: 'attributes.c' },
        { source: 'x', target: 'attributes.x' },
      ),
      bidirectional: {
        enabled: true,
        create: false,
        fields: ['name', 'attributes.c'],
        custom_fields: { 'attributes.c': 'to.c' },
      },
    };
    const values = { name: 'Acme', 'attributes.c': 'DE', 'attributes.x': 1 };
    expect(writeRemote(mapping, values, ['name', 'attributes.c']).fields).to.deep.equal({ n: 'Acme', 'to.c': 'DE' });
    expect(listExternalPaths(mapping)).to.deep.equal(['n', 'c', 'x', 'to.c']);
  });
});

describe('the change of a record here', () => {
  it('is a merge patch of objects in objects', () => {
    const values = {
      name: 'Acme',
      'attributes.address.city': 'Bonn',
      'attributes.address.street': null,
      'attributes.x': 1,
    };
    expect(toLocalPatch(values)).to.deep.equal({
      name: 'Acme',
      attributes: { address: { city: 'Bonn', street: null }, x: 1 },
    });
  });

  it('removes the members that an object has no more', () => {
    const patch = toLocalPatch(
      { 'attributes.a': { x: 1, z: { q: 2 } } },
      { 'attributes.a': { x: 0, y: 1, z: { p: 1 } } },
    );
    expect(patch).to.deep.equal({ attributes: { a: { x: 1, y: null, z: { q: 2, p: null } } } });
  });

  it('leaves out what is nothing where the record is made', () => {
    expect(toLocalContent({ name: 'Acme', 'attributes.a.b': null, 'attributes.c': 1 })).to.deep.equal({
      name: 'Acme',
      attributes: { c: 1 },
    });
  });

  it('reaches no prototype', () => {
    const { attributes } = toLocalPatch({ 'attributes.__proto__.admin': true });
    expect(Object.getPrototypeOf(attributes)).to.equal(Object.prototype);
    expect(({} as { admin?: boolean }).admin).to.equal(undefined);
  });
});
