import { dayAfter, newId, UTC } from '@qsc/contracts';
import { expect } from 'chai';
import { type SupplierRow, toFacets, toSupplierRow } from '../src/read-model/supplier-row.ts';
import { type SupplierMesh, startSupplierMesh } from './mesh.ts';

const SUPPLIERS = 30_000;
const BATCH = 5_000;
const NOW = new Date('2026-06-01T12:00:00Z');
const COUNTRIES = ['DE', 'FR', 'IN', 'US', 'CN', 'IT', 'ES', 'PL', 'CH', 'JP'];
const REGIONS = ['EMEA', 'APAC', 'Americas'];
const LEVELS = ['low', 'medium', 'high', 'critical'];
const STATUSES = ['new', 'evaluation', 'qualified', 'conditional', 'suspended', 'disqualified'];
const CATEGORIES = ['API', 'excipient', 'packaging', 'service', 'logistics', 'laboratory'];

/** The same number for the same index and salt, and otherwise none that says anything of another. */
const mix = (index: number, salt: number): number => Math.imul((index + salt * 7_919) ^ 0x5bd1e995, 0x9e3779b1) >>> 9;

/** One in twenty has a certificate that expires soon, one in seven no next audit. */
const rowAt = (index: number, orgId: string): SupplierRow => {
  const of = (values: readonly string[], salt: number): string => values[mix(index, salt) % values.length] ?? '';
  const audit =
    mix(index, 7) % 7 === 0 ? {} : { next_audit_date: dayAfter({ now: NOW, zone: UTC }, mix(index, 8) % 700) };
  const row = {
    ...toSupplierRow(orgId, {
      id: newId('entity'),
      type: 'supplier',
      name: `Supplier ${index}`,
      attributes: {
        supplier_code: `S-${index}`,
        country: of(COUNTRIES, 1),
        region: of(REGIONS, 2),
        qualification_status: of(STATUSES, 3),
        risk_level: of(LEVELS, 4),
        risk_score: index % 101,
        categories: [...new Set([of(CATEGORIES, 5), of(CATEGORIES, 6)])],
        ...audit,
      },
      relationships: [],
      version: 1,
      created_at: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
      updated_at: new Date(1_700_000_000_000 + index * 2_000).toISOString(),
      created_by: 'usr_1',
      deleted: false,
    }),
    live: true,
    expiry_days:
      mix(index, 9) % 20 === 0
        ? [dayAfter({ now: NOW, zone: UTC }, mix(index, 10) % 91), dayAfter({ now: NOW, zone: UTC }, 300)]
        : [dayAfter({ now: NOW, zone: UTC }, -5)],
  };
  return { ...row, facets: toFacets(row) };
};

type Profile = {
  planSummary: string;
  hasSortStage?: boolean;
  keysExamined: number;
  docsExamined: number;
  nreturned: number;
  command: Record<string, unknown>;
};

type Listed = { id: string; supplier_code: string };

describe('the list of suppliers, at 30,000 suppliers', () => {
  const orgId = newId('organization');
  const rows = Array.from({ length: SUPPLIERS }, (_, index) => rowAt(index, orgId));
  let mesh: SupplierMesh;
  before(async () => {
    mesh = await startSupplierMesh(() => NOW);
    for (let from = 0; from < SUPPLIERS; from += BATCH)
      await mesh.database.collection('supplier').insertMany(rows.slice(from, from + BATCH) as never[]);
  });
  after(() => mesh.stop());

  const list = async (query: string) => (await mesh.supplierApi({ orgId }).get(`/v1/suppliers?${query}`)).body;

  /** What the database did for a list over HTTP: for its page, and for its counts. */
  const profiled = async (query: string): Promise<{ page: Profile; counts: Profile[] }> => {
    const database = mesh.database.getClient().db(mesh.database.name);
    await database.command({ profile: 2 });
    expect((await mesh.supplierApi({ orgId }).get(`/v1/suppliers?${query}`)).status).to.equal(200);
    await database.command({ profile: 0 });
    const profiles = await database
      .collection<Profile>('system.profile')
      .find({ ns: `${mesh.database.name}.supplier` })
      .toArray();
    await database.dropCollection('system.profile');
    return {
      page: profiles.find(({ command }) => 'find' in command) as Profile,
      counts: profiles.filter(({ command }) => 'aggregate' in command),
    };
  };

  const isExpiring = ({ expiry_days }: SupplierRow): boolean =>
    expiry_days.some(
      (day) => day >= dayAfter({ now: NOW, zone: UTC }, 0) && day <= dayAfter({ now: NOW, zone: UTC }, 90),
    );

  const FILTERS: [string, (row: SupplierRow) => boolean][] = [
    ['qualification_status=qualified', (row) => row.qualification_status === 'qualified'],
    ['qualification_status=pending,suspended', (row) => ['new', 'suspended'].includes(row.qualification_status)],
    ['risk_level=high,critical', (row) => ['high', 'critical'].includes(row.risk_level ?? '')],
    ['country=DE', (row) => row.country === 'DE'],
    ['country=DE,FR,IN', (row) => ['DE', 'FR', 'IN'].includes(row.country ?? '')],
    ['region=APAC', (row) => row.region === 'APAC'],
    ['category=API', (row) => row.categories.includes('API')],
    ['category=API,service', (row) => row.categories.some((one) => ['API', 'service'].includes(one))],
    ['has_expiring_certificates=true', isExpiring],
    ['has_expiring_certificates=false', (row) => !isExpiring(row)],
    ['audit_due_before=2026-07-01', (row) => row.next_audit_date !== null && row.next_audit_date < '2026-07-01'],
    ['supplier_code=S-77,S-78', (row) => ['S-77', 'S-78'].includes(row.supplier_code ?? '')],
    ['supplier_code=%20s-77,S-78%E2%80%8B', (row) => ['S-77', 'S-78'].includes(row.supplier_code ?? '')],
    ['q=S-12%20sup', (row) => /^S-12/.test(row.supplier_code ?? '')],
    [
      'q=12%20sup&country=DE&category=API',
      (row) => /^S-12/.test(row.supplier_code ?? '') && row.country === 'DE' && row.categories.includes('API'),
    ],
    ['name=PLIER%2029', (row) => row.name_key.includes('plier 29')],
  ];

  const all = (...picked: number[]): [string, (row: SupplierRow) => boolean] => {
    const filters = picked.map((index) => FILTERS[index] as (typeof FILTERS)[number]);
    return [filters.map(([query]) => query).join('&'), (row) => filters.every(([, fits]) => fits(row))];
  };

  for (const [query, fits] of [
    ...FILTERS,
    all(0, 2, 4, 5),
    all(3, 6, 10),
    all(7, 8),
    all(1, 2, 4, 7, 8),
    all(1, 4, 9, 10),
    all(2, 8, 15),
  ])
    it(`contains for ${query} exactly the suppliers that match, newest first`, async () => {
      const matching = rows.filter(fits).toReversed();
      expect(matching).to.not.have.length(0);
      const { data, meta } = await list(`${query}&page=2&per_page=10`);
      expect(meta.total).to.equal(matching.length);
      expect(data.map(({ id }: Listed) => id)).to.deep.equal(matching.slice(10, 20).map(({ _id }) => _id));
    });

  for (const sort of ['name', 'created_at', 'updated_at', 'supplier_code', 'risk_score', 'next_audit_date'])
    for (const query of ['', '&country=DE,FR', '&category=API&risk_level=high', '&has_expiring_certificates=true'])
      it(`gives ${sort}${query} from an index in its order, without a sort in memory`, async () => {
        const { page } = await profiled(`sort=${sort}${query}`);
        expect(page.planSummary).to.match(/^IXSCAN/);
        expect(page.hasSortStage ?? false).to.equal(false);
        const back = await profiled(`sort=-${sort}${query}`);
        expect(back.page.hasSortStage ?? false).to.equal(false);
      });

  for (const [query, keys, docs] of [
    ['', 25, 25],
    ['country=DE', 25, 25],
    ['country=DE,FR', 30, 25],
    ['category=API', 25, 25],
    ['has_expiring_certificates=true', 25 + 91, 25],
    ['has_expiring_certificates=false', 50, 50],
    ['supplier_code=S-5', 5, 1],
    ['qualification_status=qualified&risk_level=high&country=DE&region=EMEA', 10_000, 25],
    ['category=API&country=DE&risk_level=low', 5_000, 25],
  ] as const)
    it(`reads for the page of ${query || 'all'} no more than it needs`, async () => {
      const { page } = await profiled(query);
      expect(page.keysExamined).to.be.at.most(keys + 5);
      expect(page.docsExamined).to.be.at.most(docs + 1);
    });

  for (const [query, keys] of [
    ['', SUPPLIERS],
    ['country=DE', SUPPLIERS / 9],
    ['country=DE&risk_level=high&qualification_status=qualified&region=EMEA', SUPPLIERS / 9],
    ['category=API&country=DE', SUPPLIERS / 3],
    ['category=API,service', SUPPLIERS],
    ['has_expiring_certificates=true&country=DE', 2_400],
    ['audit_due_before=2026-06-03', 180],
  ] as const)
    it(`counts ${query || 'all'} in the keys of an index and fetches nothing`, async () => {
      const { counts } = await profiled(query);
      expect(counts).to.not.have.length(0);
      for (const count of counts) {
        expect(count.docsExamined).to.equal(0);
        expect(count.keysExamined).to.be.at.most(keys + 200);
      }
    });

  it('has pages that neither repeat nor miss a supplier where many are equal', async () => {
    const seen = new Set<string>();
    for (let page = 1; page <= 10; page += 1)
      for (const { id } of (await list(`sort=risk_score&per_page=100&page=${page}&country=DE`)).data as Listed[])
        seen.add(id);
    expect(seen.size).to.equal(1_000);
  });

  for (const [query, field] of [
    ['qualification_status=good', 'qualification_status'],
    ['risk_level=none', 'risk_level'],
    ['audit_due_before=soon', 'audit_due_before'],
    ['has_expiring_certificates=perhaps', 'has_expiring_certificates'],
    ['contry=DE', 'contry'],
    ['sort=attributes', 'sort'],
    ['per_page=101', 'per_page'],
    ['country=', 'country'],
  ] as const)
    it(`refuses ${query}`, async () => {
      const { error } = await list(query);
      expect([error.code, error.details.fields[0].field]).to.deep.equal(['validation_failed', field]);
    });

  it('treats every parameter as a literal value', async () => {
    for (const value of ['$ne', '.*', '{"$gt":""}'])
      expect((await list(`country=${encodeURIComponent(value)}`)).meta.total, value).to.equal(0);
    expect((await list('name=.*')).meta.total).to.equal(0);
  });
});
