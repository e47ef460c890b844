import { expect } from 'chai';
import type { Connector, RemoteContext } from '../src/connector/connector.ts';
import { odataV4 } from '../src/connector/odata-v4/odata-v4.ts';
import { CONNECTORS } from '../src/connector/registry.ts';
import { veevaVault } from '../src/connector/veeva-vault/veeva-vault.ts';
import { checkMappings, checkResolution } from '../src/mapping/check-mappings.ts';
import { identify } from '../src/mapping/identify.ts';
import { PutMappings } from '../src/mapping/mapping.schemas.ts';

type Json = Record<string, unknown>;

const NAME = { source: 'name__v', target: 'name', required: true };
const COUNTRY = { source: 'country__v', target: 'attributes.country', transformation: 'country_code' };

const supplier = (change: Json = {}): Json => ({
  entity_type: 'supplier',
  source_object: 'vendor__v',
  field_mappings: [NAME, COUNTRY],
  ...change,
});

/** The paths that a body is refused with, by its form or by what it says. */
const refused = (
  mappings: readonly Json[],
  {
    direction = 'bidirectional' as const,
    connector = odataV4,
  }: { direction?: 'bidirectional' | 'outbound'; connector?: Connector } = {},
): string[] => {
  const parsed = PutMappings.safeParse({ mappings });
  if (!parsed.success) return parsed.error.issues.map(({ path }) => path.join('.'));
  const { mappings: identified } = identify(parsed.data.mappings, []);
  return checkMappings(identified, { connector, direction }).map(({ field }) => field);
};

const withField = (field: Json): Json =>
  supplier({ field_mappings: [NAME, COUNTRY, { source: 's', target: 'attributes.s', ...field }] });
const sending = (bidirectional: Json, further: Json = {}): Json =>
  supplier({ bidirectional: { enabled: true, ...bidirectional }, ...further });

const looking = (entity_type: string, lookup_field: string): Json =>
  withField({ transformation: { type: 'entity_lookup', entity_type, lookup_field } });

const document = (change: Json = {}): Json => ({
  entity_type: 'document',
  source_object: 'documents',
  field_mappings: [NAME],
  content_sync: { enabled: true },
  ...change,
});

/** Takes over states, of which `workflow` says more. */
const mirroring = (workflow: Json, further: Json = {}): Json =>
  supplier({
    workflow_sync: {
      enabled: true,
      lifecycle: 'state__v',
      state_mappings: [{ external_state: 'Approved', service_state: 'qualified' }],
      ...workflow,
    },
    ...further,
  });
const meaning = (service_state: string): Json => ({ state_mappings: [{ external_state: 'a', service_state }] });
const MOVING = { transition_triggers: { external_to_service: true, service_to_external: true } };

const FIELD = 'mappings.0.field_mappings.2';

const FORMS: readonly [string, Json, string][] = [
  ['an unknown kind of record', supplier({ entity_type: 'vendor' }), 'mappings.0.entity_type'],
  ['an unknown member', supplier({ extra: 1 }), 'mappings.0'],
  ['no field', supplier({ field_mappings: [] }), 'mappings.0.field_mappings'],
  ['a target that is none', withField({ target: 'country' }), `${FIELD}.target`],
  ['a target beside the attributes', withField({ target: 'attributes' }), `${FIELD}.target`],
  ['a target with an empty name', withField({ target: 'attributes.a..b' }), `${FIELD}.target`],
  ['a target that begins with $', withField({ target: 'attributes.$set' }), `${FIELD}.target`],
  ['a target that is a prototype', withField({ target: 'attributes.__proto__.x' }), `${FIELD}.target`],
  ['a target that is too deep', withField({ target: 'attributes.a.b.c.d.e.f.g.h.i' }), `${FIELD}.target`],
  ['a source that is a prototype', withField({ source: 'a.__proto__' }), `${FIELD}.source`],
  ['an unknown built-in', withField({ transformation: 'capitalise' }), `${FIELD}.transformation`],
  ['an unknown rule', withField({ transformation: { type: 'script' } }), `${FIELD}.transformation`],
  ['a lookup without values', withField({ transformation: { type: 'lookup' } }), `${FIELD}.transformation`],
  [
    'a format without a place',
    withField({ transformation: { type: 'format', pattern: 'SUP' } }),
    `${FIELD}.transformation.pattern`,
  ],
  [
    'a lookup of an unknown kind',
    withField({ transformation: { type: 'entity_reference', entity_type: 'x' } }),
    `${FIELD}.transformation`,
  ],
  [
    'an unknown operator',
    supplier({ filters: [{ field: 'a', operator: 'like', value: 'x' }] }),
    'mappings.0.filters.0.operator',
  ],
];

const MEANINGS: readonly [string, Json, string][] = [
  ['a target twice', withField({ target: 'attributes.country' }), `${FIELD}.target`],
  ['a target within another', withField({ target: 'attributes.country.code' }), `${FIELD}.target`],
  [
    'a target around another',
    supplier({
      field_mappings: [NAME, { source: 's', target: 'attributes.s.t' }, { source: 'r', target: 'attributes.s' }],
    }),
    `${FIELD}.target`,
  ],
  ['no name', supplier({ field_mappings: [COUNTRY] }), 'mappings.0.field_mappings'],
  ['a quality event without its kind', supplier({ entity_type: 'quality_event' }), 'mappings.0.event_subtype'],
  ['a supplier with a kind of event', supplier({ event_subtype: 'deviation' }), 'mappings.0.event_subtype'],
  [
    'a list for one value',
    supplier({ filters: [{ field: 'a', operator: 'eq', value: ['x'] }] }),
    'mappings.0.filters.0.value',
  ],
  [
    'one value for a list',
    supplier({ filters: [{ field: 'a', operator: 'in', value: 'x' }] }),
    'mappings.0.filters.0.value',
  ],
  [
    'an order of truth values',
    supplier({ filters: [{ field: 'a', operator: 'gt', value: true }] }),
    'mappings.0.filters.0.value',
  ],
  ['types of documents where there are none', supplier({ document_types: ['sop'] }), 'mappings.0.document_types'],
  ['nothing to send back', sending({ fields: [] }), 'mappings.0.bidirectional.fields'],
  [
    'a field sent back that is not mapped',
    sending({ fields: ['attributes.city'] }),
    'mappings.0.bidirectional.fields.0',
  ],
  ['a field sent back twice', sending({ fields: ['name', 'name'] }), 'mappings.0.bidirectional.fields.1'],
  [
    'a place for a field that is not sent',
    sending({ fields: ['name'], custom_fields: { 'attributes.country': 'x' } }),
    'mappings.0.bidirectional.custom_fields.attributes.country',
  ],
  [
    'two fields sent to one place',
    sending({ fields: ['name', 'attributes.country'], custom_fields: { 'attributes.country': 'name__v' } }),
    'mappings.0.bidirectional.fields.1',
  ],
  [
    'a lookup of quality events by another field than their number',
    looking('quality_event', 'title'),
    `${FIELD}.transformation.lookup_field`,
  ],
  ['states without names', mirroring({ state_mappings: [] }), 'mappings.0.workflow_sync.state_mappings'],
  ['states without the field that holds them', mirroring({ lifecycle: null }), 'mappings.0.workflow_sync.lifecycle'],
  [
    'a state twice',
    mirroring({
      state_mappings: [
        { external_state: 'a', service_state: 'new' },
        { external_state: 'a', service_state: 'qualified' },
      ],
    }),
    'mappings.0.workflow_sync.state_mappings.1.external_state',
  ],
  [
    'a state that suppliers do not have',
    mirroring(meaning('approved')),
    'mappings.0.workflow_sync.state_mappings.0.service_state',
  ],
  [
    'a word for new suppliers that is none of their states',
    mirroring(meaning('pending')),
    'mappings.0.workflow_sync.state_mappings.0.service_state',
  ],
  [
    'a state that quality events do not have',
    mirroring(meaning('pending_approval'), { entity_type: 'quality_event', event_subtype: 'deviation' }),
    'mappings.0.workflow_sync.state_mappings.0.service_state',
  ],
  [
    'moves there where nothing can be moved',
    mirroring(MOVING),
    'mappings.0.workflow_sync.transition_triggers.service_to_external',
  ],
  ['files where there are none', document(), 'mappings.0.content_sync.enabled'],
  [
    'signatures without the field that holds them',
    supplier({ esignature_sync: { enabled: true } }),
    'mappings.0.esignature_sync.signature_field',
  ],
  [
    'signatures of ours that would be sent',
    supplier({ esignature_sync: { enabled: true, signature_field: 's', sync_direction: 'outbound' } }),
    'mappings.0.esignature_sync.sync_direction',
  ],
];

const NO_INVERSE: readonly Json[] = [
  { type: 'lookup', values: { A: 'x', B: 'x' } },
  { type: 'entity_lookup', entity_type: 'supplier', lookup_field: 'supplier_code' },
  { type: 'entity_reference', entity_type: 'supplier' },
  { type: 'format', pattern: '{value}-{value}' },
];

describe('a mapping that is written', () => {
  it('is taken as it is meant', () => {
    const mapping = sending(
      { create: true, fields: ['name', 'attributes.s'], custom_fields: { 'attributes.s': 'own__c' } },
      {
        field_mappings: [
          NAME,
          COUNTRY,
          { source: 's', target: 'attributes.s', transformation: { type: 'lookup', values: { A: 'x', B: 'y' } } },
        ],
      },
    );
    expect(refused([mapping])).to.deep.equal([]);
    for (const sync_direction of ['inbound', 'bidirectional'])
      expect(
        refused([supplier({ esignature_sync: { enabled: true, signature_field: 's', sync_direction } })]),
      ).to.deep.equal([]);
  });

  for (const [what, mapping, field] of [...FORMS, ...MEANINGS])
    it(`is refused with ${what}, which names ${field}`, () => {
      expect(refused([mapping])).to.deep.equal([field]);
    });

  for (const transformation of NO_INVERSE)
    it(`is refused where it sends back through ${transformation.type}, which has no inverse`, () => {
      const field_mappings = [NAME, { source: 's', target: 'attributes.s', transformation }];
      expect(refused([sending({ fields: ['attributes.s'] }, { field_mappings })])).to.deep.equal([
        'mappings.0.bidirectional.fields.0',
      ]);
    });

  it('is refused where another makes the same records of the object, and taken for other documents', () => {
    expect(refused([supplier(), supplier()])).to.deep.equal(['mappings.1.source_object']);
    const documents = [supplier({ document_types: ['a'] }), supplier({ document_types: ['b'] })];
    expect(refused(documents, { connector: veevaVault })).to.deep.equal([]);
  });

  it('looks quality events up by their number, and others by any field', () => {
    const taken = [
      looking('quality_event', 'number'),
      looking('quality_event', 'attributes.number'),
      looking('supplier', 'title'),
    ];
    for (const mapping of taken) expect(refused([mapping])).to.deep.equal([]);
  });

  it('brings files of the objects that have them, into the kinds of record that hold them', () => {
    const connector = veevaVault;
    for (const entity_type of ['document', 'certificate'])
      expect(refused([document({ entity_type })], { connector })).to.deep.equal([]);
    for (const change of [{ entity_type: 'supplier' }, { source_object: 'vendor__v' }])
      expect(refused([document(change)], { connector })).to.deep.equal(['mappings.0.content_sync.enabled']);
  });

  it('sends states where the system has actions, and reads them from any system', () => {
    expect(refused([mirroring(MOVING)], { connector: veevaVault })).to.deep.equal([]);
    expect(refused([mirroring({ transition_triggers: { external_to_service: true } })])).to.deep.equal([]);
  });

  it('names states as its workflow has them where that alone knows them', () => {
    expect(refused([mirroring(meaning('in_calibration'), { entity_type: 'equipment' })])).to.deep.equal([]);
  });

  it('is not looked at for what it has but does not do', () => {
    const off = { enabled: false };
    const states = { ...off, ...MOVING, ...meaning('none') };
    const mapping = supplier({ content_sync: off, workflow_sync: states, esignature_sync: off });
    expect(refused([mapping])).to.deep.equal([]);
  });

  it('is refused where the connection is outbound and it sends nothing', () => {
    expect(refused([supplier()], { direction: 'outbound' })).to.deep.equal(['mappings.0.bidirectional']);
    expect(refused([sending({ fields: ['name'] })], { direction: 'outbound' })).to.deep.equal([]);
  });
});

describe('what a kind of system says that it can do', () => {
  for (const connector of Object.values(CONNECTORS))
    it(`is what its systems do: ${connector.type}`, () => {
      const { content, act } = connector.open({
        endpoints: { api_base: 'https://partner.example.com/company', api_version: null, host: null },
      } as RemoteContext);
      expect(content !== null).to.equal((connector.contentObjects ?? []).length > 0);
      expect(act !== null).to.equal(connector.hasActions === true);
    });
});

describe('the ids of mappings', () => {
  const parse = (mappings: readonly Json[]) => PutMappings.parse({ mappings }).mappings;
  const before = identify(parse([supplier(), supplier({ source_object: 'site__v' })]), []).mappings;

  it('are new, and stay where the mapping is about the same', () => {
    const changed = supplier({ field_mappings: [NAME] });
    const { mappings, problems } = identify(parse([supplier({ source_object: 'new__v' }), changed]), before);
    expect(problems).to.deep.equal([]);
    expect(mappings[1]?.id).to.equal(before[0]?.id);
    expect(mappings[0]?.id).to.match(/^map_/);
    expect(before.map(({ id }) => id)).to.not.include(mappings[0]?.id);
  });

  it('may be named, and are new all the same where the mapping reads another object', () => {
    const [supplier0, site] = before.map(({ id }) => id);
    const again = identify(parse([supplier({ id: site, source_object: 'site__v', filters: [] })]), before);
    expect(again.mappings.map(({ id }) => id)).to.deep.equal([site]);
    const { mappings, problems } = identify(parse([supplier({ id: site, source_object: 'moved__v' })]), before);
    expect(problems).to.deep.equal([]);
    expect([supplier0, site]).to.not.include(mappings[0]?.id);
  });

  it('go with what the mappings are about where they are named for each other', () => {
    const [supplier0, site] = before.map(({ id }) => id);
    const crossed = parse([supplier({ id: site }), supplier({ id: supplier0, source_object: 'site__v' })]);
    expect(identify(crossed, before).mappings.map(({ id }) => id)).to.deep.equal([supplier0, site]);
  });

  it('stay with other document types, named or the only ones that are left', () => {
    const documents = (types: readonly string[], change: Json = {}) =>
      supplier({ source_object: 'documents', document_types: types, ...change });
    const former = identify(parse([supplier(), documents(['Certificate'])]), []).mappings;
    const id = former[1]?.id;
    const toIds = (...mappings: readonly Json[]) => identify(parse(mappings), former).mappings.map((one) => one.id);
    const more = ['Certificate', 'Procedure'];
    expect(toIds(documents(more, { id }))).to.deep.equal([id]);
    expect(toIds(documents(more))).to.deep.equal([id]);
    expect(toIds(documents(['Procedure']), documents(['Certificate']))[1], 'the same types first').to.equal(id);
    expect(toIds(documents(['Procedure'], { id }), documents(['Form'])), 'the named one first').to.include(id);
    expect(toIds(documents(['Procedure']), documents(['Form'])), 'which of the two is not told').to.not.include(id);
  });

  it('are refused where the connection does not have them, or twice', () => {
    const twice = supplier({ id: before[0]?.id });
    const { problems } = identify(parse([supplier({ id: 'map_other' }), twice, twice]), before);
    expect(problems.map(({ field, code }) => [field, code])).to.deep.equal([
      ['mappings.0.id', 'unknown'],
      ['mappings.2.id', 'duplicate'],
    ]);
  });
});

describe('exceptions and review fields', () => {
  const { mappings } = identify(PutMappings.parse({ mappings: [supplier()] }).mappings, []);
  const resolution = { default_strategy: 'external_wins' as const, exceptions: {}, manual_review_fields: [] };

  it('name a target of a mapping', () => {
    const named = {
      exceptions: { 'supplier.name': 'service_wins' as const },
      manual_review_fields: ['supplier.attributes.country'],
    };
    expect(checkResolution({ ...resolution, ...named }, mappings)).to.deep.equal([]);
  });

  it('are refused where no mapping has the target', () => {
    const named = { exceptions: { 'supplier.city': 'service_wins' as const }, manual_review_fields: ['product.name'] };
    expect(checkResolution({ ...resolution, ...named }, mappings).map(({ field }) => field)).to.deep.equal([
      'conflict_resolution.exceptions.supplier.city',
      'conflict_resolution.manual_review_fields.0',
    ]);
  });

  it('are not looked at before there are mappings', () => {
    const named = { manual_review_fields: ['product.name'] };
    expect(checkResolution({ ...resolution, ...named }, [])).to.deep.equal([]);
  });
});
