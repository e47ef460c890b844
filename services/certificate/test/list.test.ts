import { newId } from '@qsc/contracts';
import { loadService, makeGrpcClient } from '@qsc/service-kit';
import { expect } from 'chai';
import { type CertificateClient, type CertificateMesh, type Metadata, startCertificateMesh } from './mesh.ts';

const DAY_MS = 86_400_000;

describe('the list of certificates', () => {
  let mesh: CertificateMesh;
  let api: CertificateClient;
  let suppliers: string[];
  let component_id: string;

  const inDays = (days: number): string =>
    new Date(mesh.clock.now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

  const add = async (name: string, metadata: Metadata, status: 'valid' | 'rejected' | null = 'valid') => {
    mesh.clock.now = new Date(mesh.clock.now.getTime() + 1_000);
    const { id } = await api.certificate({ name, ...metadata });
    if (status) await api.post(`/v1/certificates/${id}/validate`, { status });
  };

  before(async () => {
    mesh = await startCertificateMesh();
    api = mesh.client();
    suppliers = [await api.entity('supplier'), await api.entity('supplier')];
    component_id = await api.entity('component');
    const [one, two] = suppliers;
    await add('pending', { type: 'coa', supplier_id: one, batch_number: 'B-1', expiry_date: inDays(5) }, null);
    await add('rejected', { type: 'iso', supplier_id: one }, 'rejected');
    await add('expired', { type: 'gmp', supplier_id: one, component_id, expiry_date: inDays(-1) });
    await add('today', { type: 'iso', supplier_id: one, expiry_date: inDays(0) });
    await add('soon', { type: 'gmp', supplier_id: two, expiry_date: inDays(30) });
    await add('later', { type: 'gmp', supplier_id: two, expiry_date: inDays(90) });
    await add('far', { type: 'coc', supplier_id: two, batch_number: 'B-1', expiry_date: inDays(91) });
    await add('never', { type: 'coc', supplier_id: two, batch_number: 'B,2' });
    const old = await api.get('/v1/certificates?type=coc&batch_number=B-1');
    await add('next', { type: 'audit', supersedes: old.body.data[0].id });
  });
  after(() => mesh.stop());

  const names = async (query: string): Promise<string[]> => {
    const { status, body } = await api.get(`/v1/certificates?${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.meta.total).to.equal(body.data.length);
    return body.data.map((one: { name: string }) => one.name);
  };

  for (const [query, expected] of [
    ['status=pending', ['pending']],
    ['status=rejected', ['rejected']],
    ['status=superseded', ['far']],
    ['status=expired', ['expired']],
    ['status=expiring_soon', ['later', 'soon', 'today']],
    ['status=valid', ['next', 'never']],
    ['status=expired,pending', ['expired', 'pending']],
    ['type=gmp', ['later', 'soon', 'expired']],
    ['type=gmp,coa', ['later', 'soon', 'expired', 'pending']],
    ['type=gmp&status=expiring_soon', ['later', 'soon']],
    ['batch_number=B-1', ['far', 'pending']],
    ['batch_number=B\\,2', ['never']],
    ['batch_number=B-1&type=coa', ['pending']],
    ['batch_number=%E2%80%8Bb-1', ['far', 'pending']],
    ['q=b-1', ['far', 'pending']],
    ['q=LAT&type=gmp', ['later']],
    ['q=lat&type=gmp&status=expiring_soon&expiring_within_days=90', ['later']],
    ['expiring_within_days=0', ['today']],
    ['expiring_within_days=29', ['today']],
    ['expiring_within_days=30', ['soon', 'today']],
    ['expiring_within_days=91', ['later', 'soon', 'today']],
    ['expiring_within_days=90&status=expired', []],
    ['sort=expiry_date&status=valid,expiring_soon', ['today', 'soon', 'later', 'never', 'next']],
    ['sort=name&type=gmp', ['expired', 'later', 'soon']],
  ] as const)
    it(`gives for ${query} ${expected.join(', ') || 'nothing'}`, async () => {
      const found = await names(query);
      if (query.includes('sort=expiry')) found.splice(3, 2, ...found.slice(3).sort());
      expect(found).to.deep.equal([...expected]);
    });

  it('filters by supplier and component, together with the others', async () => {
    const [one, two] = suppliers;
    expect(await names(`supplier_id=${one}`)).to.deep.equal(['today', 'expired', 'rejected', 'pending']);
    expect(await names(`supplier_id=${one},${two}&type=gmp&expiring_within_days=60`)).to.deep.equal(['soon']);
    expect(await names(`component_id=${component_id}`)).to.deep.equal(['expired']);
  });

  it('leaves out the day itself in expiring_before', async () => {
    expect(await names(`expiring_before=${inDays(0)}`)).to.deep.equal(['expired']);
    expect(await names(`expiring_before=${inDays(1)}&status=expiring_soon`)).to.deep.equal(['today']);
  });

  it('is right on another day, without anything having run', async () => {
    const { now } = mesh.clock;
    mesh.clock.now = new Date(now.getTime() + 31 * DAY_MS);
    const [expired, soon] = [await names('status=expired'), await names('status=expiring_soon')];
    mesh.clock.now = now;
    expect([expired, soon]).to.deep.equal([['soon', 'today', 'expired'], ['later']]);
  });

  it('comes in pages', async () => {
    const { body } = await api.get('/v1/certificates?per_page=2&page=2&type=gmp');
    expect(body.data.map((one: { name: string }) => one.name)).to.deep.equal(['expired']);
    expect(body.meta).to.deep.equal({ total: 3, page: 2, per_page: 2, total_pages: 2 });
  });

  it('refuses what it does not know', async () => {
    for (const query of [
      'colour=red',
      'type=diploma',
      'status=good',
      'expiring_within_days=-1',
      'sort=batch_number',
      'per_page=101',
      'expiring_before=soon',
    ])
      expect((await api.get(`/v1/certificates?${query}`)).status, query).to.equal(422);
  });

  it('shows nothing of another organisation', async () => {
    expect((await mesh.client().get('/v1/certificates')).body.meta.total).to.equal(0);
  });

  it('summarises states, types and the time left', async () => {
    const { status, body } = await api.get('/v1/certificates/expiry-summary');
    expect(status).to.equal(200);
    expect(body.data).to.deep.equal({
      total: 9,
      by_status: { pending: 1, valid: 2, expiring_soon: 3, expired: 1, rejected: 1, superseded: 1 },
      expiring_by_period: { '30_days': 2, '60_days': 2, '90_days': 3 },
      by_type: {
        audit: { total: 1, expiring_soon: 0 },
        coa: { total: 1, expiring_soon: 0 },
        coc: { total: 2, expiring_soon: 0 },
        gmp: { total: 3, expiring_soon: 2 },
        iso: { total: 2, expiring_soon: 1 },
      },
    });
  });

  describe('over gRPC', () => {
    const ask = <Answer>(method: string, request: object): Promise<Answer> => {
      const definition = loadService('certificate/v1/certificate.proto', 'qsc.certificate.v1.CertificateService');
      const address = `127.0.0.1:${mesh.service.grpcPort}`;
      const client = makeGrpcClient(
        { address, name: 'certificate', definition },
        { name: 'supplier', secret: mesh.identity.meshSecret },
      );
      return client.call<object, Answer>(method, request).finally(client.close);
    };

    it('gives the certificates of a supplier as HTTP shows them', async () => {
      const [, two] = suppliers;
      const requested = {
        org_id: api.orgId,
        supplier_id: two,
        types: ['gmp'],
        statuses: ['expiring_soon'],
        per_page: 1,
      };
      const answer = await ask<{ certificates_json: string[]; total: number }>('ListSupplierCertificates', requested);
      expect(answer.total).to.equal(2);
      const [shown] = answer.certificates_json.map((json) => JSON.parse(json));
      expect(shown).to.deep.equal((await api.get(`/v1/certificates/${shown.id}`)).body.data);
    });

    it('gives those of some components, or of all', async () => {
      const [one] = suppliers;
      const readNames = async (component_ids: string[]) => {
        const requested = { org_id: api.orgId, supplier_id: one, sort: 'name', component_ids };
        const answer = await ask<{ certificates_json: string[] }>('ListSupplierCertificates', requested);
        return answer.certificates_json.map((json) => JSON.parse(json).name as string);
      };
      const other = newId('entity');
      expect(await readNames([other])).to.deep.equal([]);
      expect(await readNames([other, component_id])).to.deep.equal(['expired']);
      expect(await readNames([])).to.deep.equal(['expired', 'pending', 'rejected', 'today']);
    });

    it('gives them in the order that is asked for', async () => {
      const [, two] = suppliers;
      const namesBy = async (sort: string) => {
        const requested = { org_id: api.orgId, supplier_id: two, sort };
        const answer = await ask<{ certificates_json: string[] }>('ListSupplierCertificates', requested);
        return answer.certificates_json.map((json) => JSON.parse(json).name as string);
      };
      const byName = await namesBy('name');
      expect(byName)
        .to.have.length.above(1)
        .and.to.deep.equal([...byName].sort());
      expect(await namesBy('-name')).to.deep.equal(byName.toReversed());
    });

    it('scans the certificates of all organisations in the order of their ids', async () => {
      await mesh.client().certificate();
      const seen: { org_id: string; snapshot_json: string }[] = [];
      for (let after_id = ''; ; ) {
        const { certificates } = await ask<{ certificates: typeof seen }>('ScanCertificates', { after_id, limit: 4 });
        if (certificates.length === 0) break;
        seen.push(...certificates);
        after_id = JSON.parse(certificates.at(-1)?.snapshot_json ?? '').id;
      }
      expect(seen).to.have.length(10);
      expect(new Set(seen.map(({ org_id }) => org_id)).size).to.equal(2);
    });
  });
});
