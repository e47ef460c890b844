import { dayAfter, newId, UTC } from '@qsc/contracts';
import { expect } from 'chai';
import { toStored } from '../src/certificate/certificate.store.ts';
import {
  CERTIFICATE_STATUSES,
  CERTIFICATE_TYPES,
  type Certificate,
  FIRST_RUN,
} from '../src/certificate/certificate.ts';
import { type CertificateClient, type CertificateMesh, startCertificateMesh } from './mesh.ts';

/** Twice the least in which every state falls on every day as often. */
const CERTIFICATES = 26_280;
const BATCH = 2_190;
const SUPPLIERS = 500;

type Profile = { planSummary: string; hasSortStage?: boolean; keysExamined: number; docsExamined: number };

describe('the indexes of certificates, at 26,280 certificates', () => {
  let mesh: CertificateMesh;
  let api: CertificateClient;

  /** Of each six one is pending, one rejected, one superseded; the other three expire between a year ago and in two years. */
  const certificate = (index: number): Certificate => {
    const created_at = new Date(1_700_000_000_000 + index * 1_000);
    return {
      id: newId('certificate'),
      org_id: api.orgId,
      type: CERTIFICATE_TYPES[index % CERTIFICATE_TYPES.length] ?? 'coa',
      name: `Certificate ${index}`,
      status: CERTIFICATE_STATUSES[Math.floor(index / 6) % CERTIFICATE_STATUSES.length] ?? 'valid',
      supplier_id: `ent_${index % SUPPLIERS}`,
      component_id: `ent_c${index % 1_000}`,
      batch_number: `B-${index}`,
      issue_date: null,
      expiry_date: dayAfter({ now: mesh.clock.now, zone: UTC }, (index % 1_095) - 365),
      supersedes: null,
      superseded_by: null,
      document: {
        file_id: newId('file'),
        filename: 'a.pdf',
        mime_type: 'application/pdf',
        size_bytes: 1,
        checksum: '',
      },
      extraction: FIRST_RUN,
      overrides: [],
      validation: null,
      version: 1,
      created_at,
      updated_at: created_at,
      created_by: 'usr_1',
    };
  };

  before(async () => {
    mesh = await startCertificateMesh();
    api = mesh.client();
    for (let from = 0; from < CERTIFICATES; from += BATCH)
      await mesh.database
        .collection('certificate')
        .insertMany(Array.from({ length: BATCH }, (_, at) => toStored(certificate(from + at))) as never[]);
  });
  after(() => mesh.stop());

  /** What the database did for a request: for its page, and for its count. */
  const profiled = async (path: string): Promise<{ page: Profile; count: Profile }> => {
    const database = mesh.database.getClient().db(mesh.database.name);
    await database.command({ profile: 2 });
    expect((await api.get(path)).status).to.equal(200);
    await database.command({ profile: 0 });
    const profiles = await database
      .collection('system.profile')
      .find({ ns: `${mesh.database.name}.certificate` })
      .toArray();
    await database.dropCollection('system.profile');
    const of = (command: string) => profiles.find((profile) => command in profile.command) as unknown as Profile;
    return { page: of('find'), count: of('aggregate') };
  };

  for (const [query, keys] of [
    ['', 25],
    ['sort=-updated_at', 25],
    ['sort=name', 25],
    ['sort=expiry_date', 25],
    ['type=coa', 25],
    ['type=coa,gmp', 30],
    ['status=pending', 25],
    ['status=expired&sort=expiry_date', 25],
    ['status=expiring_soon&sort=expiry_date', 25],
    ['supplier_id=ent_7', 25],
    ['component_id=ent_c7', 25],
    ['batch_number=B-777', 1],
    ['expiring_before=2026-01-01&sort=expiry_date', 25],
    ['expiring_within_days=30&sort=expiry_date', 25],
    ['supplier_id=ent_7&status=expiring_soon&type=coc', 100],
    ['status=valid', 200],
    ['status=expired', 400],
    ['status=expiring_soon', 1_000],
  ] as const)
    it(`answers ${query || 'the whole list'} out of an index, and fetches what it shows`, async () => {
      const { page } = await profiled(`/v1/certificates?${query}`);
      expect(page.planSummary).to.match(/^IXSCAN/);
      expect(page.hasSortStage ?? false, 'sorted in memory').to.equal(false);
      expect(page.keysExamined).to.be.at.most(keys + 4);
      expect(page.docsExamined).to.be.at.most(26);
    });

  it('reads a list of several states in order, and fetches little more than it shows', async () => {
    const { page } = await profiled('/v1/certificates?status=expired,pending');
    expect(page.planSummary).to.match(/^IXSCAN/);
    expect(page.hasSortStage ?? false).to.equal(false);
    expect(page.docsExamined).to.be.at.most(400);
  });

  it('looks at nothing but what matches where a short time in another order is asked for', async () => {
    const { page } = await profiled('/v1/certificates?expiring_within_days=10');
    expect(page.planSummary).to.match(/^IXSCAN/);
    expect(page.keysExamined).to.be.at.most(140);
  });

  for (const [query, keys] of [
    ['', CERTIFICATES],
    ['status=expired', 4_400],
    ['status=expiring_soon', 1_100],
    ['status=valid', 7_700],
    ['type=gmp&status=expired', 4_400],
    ['expiring_within_days=30', 380],
    ['expiring_before=2026-01-01', 7_420],
    ['supplier_id=ent_7', 53],
    ['batch_number=B-777', 1],
  ] as const)
    it(`counts ${query || 'the whole list'} in the keys of an index and fetches nothing`, async () => {
      const { count } = await profiled(`/v1/certificates?${query}`);
      expect(count.docsExamined).to.equal(0);
      expect(count.keysExamined).to.be.at.most(keys + 20);
    });

  it('summarises in one aggregation over the keys of an index', async () => {
    const { page, count } = await profiled('/v1/certificates/expiry-summary');
    expect(page).to.equal(undefined);
    expect(count).to.deep.include({ docsExamined: 0, keysExamined: CERTIFICATES });
  });
});
