import { newId } from '@qsc/contracts';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startSupplierMesh } from './mesh.ts';

const ROWS = 5_000;

type Profile = { planSummary: string; hasSortStage?: boolean; docsExamined: number; command: Record<string, unknown> };

describe('the history of qualifications of a supplier that has many', () => {
  const mesh = startBeforeTests(() => startSupplierMesh());

  const fill = async (org_id: string, supplier_id: string) => {
    const row = (index: number) => ({
      _id: newId('qualification'),
      org_id,
      supplier_id,
      status: 'qualified',
      previous_status: 'qualified',
      effective_date: '2026-01-01',
      reason: 'r',
      conditions: [],
      documents: [],
      next_review_date: null,
      changed_by: 'usr_1',
      changed_at: new Date(index * 60_000),
      outcome: 'effective',
      refusal: null,
      supplier_version: index,
      request_id: 'req',
      version: 1,
    });
    const rows = Array.from({ length: ROWS }, (_, index) => row(index));
    await mesh.database.collection('qualification').insertMany(rows as never[]);
  };

  it('is paged in the order of an index, and counted by its keys', async () => {
    const api = mesh.supplierApi();
    const { id } = (await api.post('/v1/suppliers', { name: 'Acme', supplier_code: 'S' })).body.data;
    await fill(api.orgId, id);
    const database = mesh.database.getClient().db(mesh.database.name);
    for (const sort of ['changed_at', '-changed_at']) {
      await database.command({ profile: 2 });
      const { body } = await api.get(`/v1/suppliers/${id}/qualifications?per_page=10&page=3&sort=${sort}`);
      await database.command({ profile: 0 });
      expect([body.meta.total, body.data.length]).to.deep.equal([ROWS, 10]);
      const ns = `${mesh.database.name}.qualification`;
      const profiles = await database.collection<Profile>('system.profile').find({ ns }).toArray();
      await database.dropCollection('system.profile');
      const page = profiles.find(({ command }) => 'find' in command);
      const count = profiles.find(({ command }) => 'aggregate' in command);
      expect(page?.hasSortStage ?? false, sort).to.equal(false);
      expect(page?.docsExamined).to.be.at.most(30);
      expect(count?.planSummary).to.match(/IXSCAN|COUNT_SCAN/);
      expect(count?.docsExamined).to.equal(0);
    }
  });
});
