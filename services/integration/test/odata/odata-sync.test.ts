import { expect } from 'chai';
import { BATCHES, type Cap, PARTNER_SUPPLIERS, PARTNERS, SUPPLIERS, startCap } from '../cap/cap.ts';
import { type Connected, type ConnectorMesh, connect, field, startConnectorMesh } from '../connector-mesh.ts';

const COUNT = 300;
const many = <T>(of: (index: number) => T, count = COUNT): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

type Row = Record<string, unknown>;

/** What the two partners do not have alike. */
type Partner = {
  name: string;
  /** Makes so many suppliers there. */
  seed(cap: Cap): Promise<void>;
  connect(mesh: ConnectorMesh, cap: Cap): Promise<Connected>;
  /** name, code and a further value of all that is there, by code. */
  rows(cap: Cap): Promise<Map<unknown, { name: unknown; more: unknown }>>;
  change(cap: Cap, index: number, name: string): Promise<void>;
  remove(cap: Cap, index: number): Promise<void>;
};

const code = (index: number): string => `S-${String(index).padStart(4, '0')}`;
const guid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const partnerId = (index: number): string => String(1_000 + index);

const TARGETS = ['name', 'attributes.supplier_code', 'attributes.more'];
const bidirectional = { enabled: true, create: true, fields: TARGETS };

const v4Row = (index: number, given: Row = {}): Row => ({
  ID: guid(index),
  code: code(index),
  name: `Supplier ${index}`,
  country: 'CH',
  // Many of one instant, as an import leaves them.
  modifiedAt: '2026-01-01T00:00:00.000Z',
  ...given,
});

const odataV4: Partner = {
  name: 'odata_v4',
  seed: (cap) =>
    cap.put(
      SUPPLIERS,
      many((index) => v4Row(index)),
    ),
  connect: (mesh, cap) =>
    connect(mesh, {
      type: 'odata_v4',
      api_base: cap.base('v4/quality'),
      changeField: 'modifiedAt',
      mapping: {
        entity_type: 'supplier',
        source_object: 'Suppliers',
        bidirectional,
        field_mappings: [
          field('name', 'name'),
          field('code', 'attributes.supplier_code'),
          field('status', 'attributes.more'),
        ],
      },
    }),
  rows: async (cap) =>
    new Map((await cap.rows(SUPPLIERS)).map((row) => [row.code, { name: row.name, more: row.status }])),
  change: (cap, index, name) => cap.put(SUPPLIERS, [v4Row(index, { name, modifiedAt: new Date().toISOString() })]),
  remove: (cap, index) => cap.remove(SUPPLIERS, { ID: guid(index) }),
};

const HOUR_MS = 3_600_000;

/** The date and time of a change that is made now, by a clock that is so many hours behind UTC. */
const now = (hoursBehind = 0) => {
  const [date = '', time = ''] = new Date(Date.now() - hoursBehind * HOUR_MS).toISOString().split('T');
  return { LastChangeDate: date, LastChangeTime: time.slice(0, 8) };
};

const sapRow = (index: number, given: Row = {}): Row => ({
  BusinessPartner: partnerId(index),
  Supplier: partnerId(index),
  SearchTerm1: code(index),
  OrganizationBPName1: `Supplier ${index}`,
  CreationDate: '2025-12-01',
  CreationTime: '08:00:00',
  ETag: 1,
  // Some never changed.
  ...(index % 3 === 0 ? {} : { LastChangeDate: '2026-01-10', LastChangeTime: '10:00:00' }),
  ...given,
});

const sapS4Hana: Partner = {
  name: 'sap_s4hana',
  seed: async (cap) => {
    await cap.put(
      PARTNERS,
      many((index) => sapRow(index)),
    );
    await cap.put(
      PARTNER_SUPPLIERS,
      many((index) => ({ Supplier: partnerId(index), CreationDate: '2025-12-01', ETag: 1 })),
    );
  },
  connect: (mesh, cap) =>
    connect(mesh, {
      type: 'sap_s4hana',
      api_base: cap.base('v2/API_BUSINESS_PARTNER'),
      changeField: null,
      mapping: {
        entity_type: 'supplier',
        source_object: 'A_BusinessPartner',
        bidirectional,
        field_mappings: [
          field('OrganizationBPName1', 'name'),
          field('SearchTerm1', 'attributes.supplier_code'),
          field('to_Supplier.VATRegistration', 'attributes.more'),
        ],
      },
    }),
  rows: async (cap) => {
    const suppliers = new Map((await cap.rows(PARTNER_SUPPLIERS)).map((row) => [row.Supplier, row.VATRegistration]));
    const partners = await cap.rows(PARTNERS);
    return new Map(
      partners.map((row) => [row.SearchTerm1, { name: row.OrganizationBPName1, more: suppliers.get(row.Supplier) }]),
    );
  },
  change: (cap, index, name) => cap.put(PARTNERS, [sapRow(index, { OrganizationBPName1: name, ...now() })]),
  remove: (cap, index) => cap.put(PARTNERS, [sapRow(index, { IsMarkedForArchiving: true, ...now() })]),
};

for (const partner of [odataV4, sapS4Hana])
  describe(`a synchronisation both ways with ${partner.name}`, () => {
    let [mesh, cap, connected]: [ConnectorMesh, Cap, Connected] = [] as never;

    before(async () => {
      [mesh, cap] = await Promise.all([startConnectorMesh(), startCap()]);
      await partner.seed(cap);
      connected = await partner.connect(mesh, cap);
    });
    after(async () => {
      await Promise.all([mesh?.stop(), cap?.stop()]);
    });

    const writes = async () => {
      const seen = await cap.seen();
      return seen.filter(({ method }) => method !== 'GET');
    };
    const byCode = async () => new Map((await connected.suppliers()).map((one) => [one.attributes.supplier_code, one]));

    /** One more, in which nothing is to be done. */
    const expectQuiet = async () => {
      const [before, sent] = [await connected.suppliers(), (await writes()).length];
      expect(await connected.sync()).to.deep.include({ status: 'success', records_attempted: 0 });
      expect(await connected.suppliers()).to.deep.equal(before);
      expect((await writes()).length).to.equal(sent);
    };

    it('takes all, sends what changed and was made here, takes what changed there, and is quiet after each', async () => {
      expect(connected.first).to.include({ status: 'success', records_succeeded: COUNT, records_failed: 0 });
      const first = await byCode();
      expect(first).to.have.lengthOf(COUNT);
      expect(await writes()).to.deep.equal([]);
      await expectQuiet();

      for (let index = 0; index < 20; index += 1) {
        const { id } = first.get(code(index)) ?? { id: '' };
        await connected.entities.patch(`/entities/${id}`, { name: `Here ${index}`, attributes: { more: `M${index}` } });
      }
      for (let index = COUNT; index < COUNT + 10; index += 1) {
        const attributes = { supplier_code: code(index), more: `M${index}` };
        await connected.entities.post('/entities', { type: 'supplier', name: `Here ${index}`, attributes });
      }
      await connected.heard(30);
      expect(await connected.sync()).to.deep.include({ status: 'success', records_succeeded: 30, errors: [] });
      const rows = await partner.rows(cap);
      expect(rows).to.have.lengthOf(COUNT + 10);
      for (const index of [0, 19, COUNT, COUNT + 9])
        expect(rows.get(code(index))).to.deep.equal({ name: `Here ${index}`, more: `M${index}` });
      await expectQuiet();

      for (let index = 100; index < 115; index += 1) await partner.change(cap, index, `There ${index}`);
      for (const index of [200, 201]) await partner.remove(cap, index);
      expect(await connected.sync('?full=true')).to.deep.include({
        status: 'success',
        records_succeeded: 17,
        errors: [],
      });
      const last = await byCode();
      expect(last.get(code(107))?.name).to.equal('There 107');
      expect(last).to.have.lengthOf(COUNT + 10 - 2);
      await expectQuiet();
    });
  });

describe('a synchronisation from a service of OData v4', () => {
  let [mesh, cap]: [ConnectorMesh, Cap] = [] as never;

  before(async () => {
    [mesh, cap] = await Promise.all([startConnectorMesh(), startCap()]);
  });
  after(async () => {
    await Promise.all([mesh?.stop(), cap?.stop()]);
  });

  it('takes what changes after a walk has come to its end, where times are in a zone west of UTC', async () => {
    await cap.put(BATCHES, [{ number: '1', code: 'before', ...now(8) }]);
    const { sync, suppliers } = await connect(mesh, {
      type: 'odata_v4',
      api_base: cap.base('v4/quality'),
      changeField: 'LastChangeDate',
      mapping: {
        entity_type: 'supplier',
        source_object: 'Batches',
        field_mappings: [field('code', 'name')],
      },
    });
    await cap.put(BATCHES, [{ number: '1', code: 'after', ...now(8) }]);
    expect(await sync()).to.include({ status: 'success', records_succeeded: 1 });
    expect((await suppliers()).map(({ name }) => name)).to.deep.equal(['after']);
  });

  it('names the field of a mapping that is not there', async () => {
    const { sync } = await connect(mesh, {
      type: 'odata_v4',
      api_base: cap.base('v4/quality'),
      changeField: 'modifiedAt',
      mapping: {
        entity_type: 'supplier',
        source_object: 'Suppliers',
        field_mappings: [field('name', 'name'), field('contact.emial', 'attributes.email')],
      },
    });
    const { status, error } = await sync();
    expect([status, error?.code]).to.deep.equal(['failed', 'VALIDATION_ERROR']);
    expect(error?.message).to.include('contact.emial');
  });
});
