import { expect } from 'chai';
import { toLiteral } from '../../src/connector/odata/literal.ts';
import type { Property, Protocol } from '../../src/connector/odata/property.ts';
import { readValue, writtenValue } from '../../src/connector/odata/value.ts';
import { RemoteRefusal } from '../../src/remote/remote-error.ts';

const property = (type: string, isDay = type === 'Edm.Date'): Property => ({
  name: 'field',
  type,
  isDay,
  isNullable: true,
  maxLength: null,
  scale: null,
});

const GUID = '2f1c0b7e-9a46-4c33-8f0d-5a5b6c7d8e9f';

describe('values in the queries of OData', () => {
  const cases: [Protocol, Property, string | number | boolean | null, string][] = [
    ['v4', property('Edm.String'), "O'Neil & Co", "'O''Neil & Co'"],
    ['v2', property('Edm.String'), "' or 1 eq 1 or ' eq '", "''' or 1 eq 1 or '' eq '''"],
    ['v4', property('Edm.String'), 4711, "'4711'"],
    ['v4', property('Edm.Guid'), GUID, GUID],
    ['v2', property('Edm.Guid'), GUID, `guid'${GUID}'`],
    ['v4', property('Edm.Int32'), 17, '17'],
    ['v4', property('Edm.Int64'), '9007199254740993', '9007199254740993'],
    ['v2', property('Edm.Int64'), '9007199254740993', '9007199254740993L'],
    ['v4', property('Edm.Decimal'), '12.50', '12.50'],
    ['v2', property('Edm.Decimal'), 12.5, '12.5M'],
    ['v2', property('Edm.Double'), 1.5, '1.5d'],
    ['v4', property('Edm.Boolean'), true, 'true'],
    ['v4', property('Edm.Date'), '2026-11-22', '2026-11-22'],
    ['v4', property('Edm.Date'), '2026-11-22T23:59:59.999Z', '2026-11-22'],
    ['v2', property('Edm.DateTime', true), '2026-11-22T10:00:00Z', "datetime'2026-11-22T00:00:00'"],
    ['v2', property('Edm.DateTime'), '2026-11-22T10:00:00.5Z', "datetime'2026-11-22T10:00:00.500'"],
    ['v2', property('Edm.DateTimeOffset'), '2026-11-22T10:00:00Z', "datetimeoffset'2026-11-22T10:00:00Z'"],
    ['v4', property('Edm.DateTimeOffset'), '2026-11-22T10:00:00.1234567+01:00', '2026-11-22T10:00:00.1234567+01:00'],
    ['v4', property('Edm.DateTimeOffset'), '2026-11-22', '2026-11-22T00:00:00Z'],
    ['v4', property('Edm.TimeOfDay'), '10:11:12', '10:11:12'],
    ['v2', property('Edm.Time'), '10:11:12', "time'PT10H11M12S'"],
    ['v4', property('Shop.Colour'), 'Red', "Shop.Colour'Red'"],
    ['v4', property('Edm.Guid'), null, 'null'],
  ];
  for (const [protocol, of, value, literal] of cases)
    it(`${protocol} writes ${JSON.stringify(value)} of ${of.type} as ${literal}`, () => {
      expect(toLiteral(protocol, of, value)).to.equal(literal);
    });

  const foreign: [Property, string | number | boolean][] = [
    [property('Edm.Guid'), `${GUID} or true`],
    [property('Edm.Guid'), 'not a guid'],
    [property('Edm.Int32'), '1 or 1 eq 1'],
    [property('Edm.Int32'), 1.5],
    [property('Edm.Int64'), '1L'],
    [property('Edm.Decimal'), '1e400'],
    [property('Edm.Double'), 'NaN or true'],
    [property('Edm.Boolean'), 'yes'],
    [property('Edm.Date'), '2026-02-30'],
    [property('Edm.Date'), "2026-11-22' or 'a' eq 'a"],
    [property('Edm.DateTimeOffset'), '2026-11-22T25:00:00Z'],
    [property('Edm.DateTimeOffset'), '2026-11-22T10:00:00'],
    [property('Edm.TimeOfDay'), '24:00:00'],
  ];
  for (const [of, value] of foreign)
    it(`refuses ${JSON.stringify(value)} as ${of.type} and names the field`, () => {
      const written = () => toLiteral('v2', of, value);
      expect(written).to.throw(RemoteRefusal).with.include({ code: 'VALIDATION_ERROR', field: 'field' });
    });
});

describe('values in the answers of OData v2', () => {
  const cases: [Property, unknown, unknown][] = [
    [property('Edm.DateTime', true), '/Date(1767225600000)/', '2026-01-01'],
    [property('Edm.DateTime'), '/Date(1767225600123)/', '2026-01-01T00:00:00.123Z'],
    [property('Edm.DateTime'), '/Date(-86400000)/', '1969-12-31T00:00:00.000Z'],
    [property('Edm.DateTimeOffset'), '/Date(1767225600000+0000)/', '2026-01-01T00:00:00.000Z'],
    [property('Edm.DateTimeOffset'), '/Date(1767225600000+0060)/', '2026-01-01T00:00:00.000Z'],
    [property('Edm.DateTimeOffset'), '/Date(1767225600000-0300)/', '2026-01-01T00:00:00.000Z'],
    [property('Edm.DateTime'), '/Date(99999999999999999)/', '/Date(99999999999999999)/'],
    [property('Edm.Time'), 'PT10H11M12S', '10:11:12'],
    [property('Edm.Time'), 'PT9H', '09:00:00'],
    [property('Edm.Time'), 'PT00H00M05.25S', '00:00:05.25'],
    [property('Edm.Time'), 'later', 'later'],
    [property('Edm.String'), '/Date(0)/', '/Date(0)/'],
    [property('Edm.DateTime', true), null, null],
  ];
  for (const [of, raw, value] of cases)
    it(`reads ${JSON.stringify(raw)} of ${of.type} as ${JSON.stringify(value)}`, () => {
      expect(readValue('v2', of, raw)).to.equal(value);
    });
});

describe('values in the writes of OData', () => {
  const cases: [Protocol, Property, unknown, unknown][] = [
    ['v4', property('Edm.Date'), '2026-01-01T12:00:00Z', '2026-01-01'],
    ['v2', property('Edm.DateTime', true), '2026-01-01', '/Date(1767225600000)/'],
    ['v2', property('Edm.DateTimeOffset'), '2026-01-01T01:00:00+01:00', '/Date(1767225600000+0000)/'],
    ['v2', property('Edm.Time'), '10:11:12', 'PT10H11M12S'],
    ['v4', property('Edm.Decimal'), '12.5', 12.5],
    ['v4', property('Edm.Decimal'), '12345678901234567.25', '12345678901234567.25'],
    ['v2', property('Edm.Decimal'), 12.5, '12.5'],
    ['v4', property('Edm.Int64'), '9007199254740993', '9007199254740993'],
    ['v4', property('Edm.Boolean'), 'false', false],
    ['v4', property('Edm.String'), 7, '7'],
    ['v4', property('Edm.String'), undefined, null],
  ];
  for (const [protocol, of, value, written] of cases)
    it(`${protocol} sends ${JSON.stringify(value)} of ${of.type} as ${JSON.stringify(written)}`, () => {
      expect(writtenValue(protocol, of, value)).to.equal(written);
    });

  it('refuses a value that is none of the type, by the name of the field', () => {
    const write = () => writtenValue('v4', property('Edm.Int32'), 'many');
    expect(write).to.throw(RemoteRefusal).with.include({ code: 'VALIDATION_ERROR', field: 'field' });
  });
});
