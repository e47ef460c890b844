import { eventually, ownChangesOf, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startCertificateMesh } from './mesh.ts';

const HOUR_MS = 3_600_000;

describe('the changes of certificates that their history tells of', () => {
  const mesh = startBeforeTests(() => startCertificateMesh());

  const told = (orgId: string, from: number, to: number) =>
    ownChangesOf(
      { name: 'certificate', service: mesh.service, meshSecret: mesh.identity.meshSecret },
      { orgId, from: new Date(from), to: new Date(to) },
    );

  it('are told for a period, each with an audit entry of the same version', async () => {
    const api = mesh.client();
    const { id } = await api.certificate();
    const judged = await api.post(`/v1/certificates/${id}/validate`, { status: 'rejected', notes: 'No.' });
    expect(judged.status, JSON.stringify(judged.body)).to.equal(200);
    const now = mesh.clock.now.getTime();
    const versions = (await told(api.orgId, now - HOUR_MS, now + HOUR_MS)).map((one) => Number(one.split('/')[1]));
    expect(versions).to.have.length(2);
    const entries = () =>
      mesh.events.events.flatMap(({ data }) => (data.audit?.entity_id === id ? [data.audit.entity_version] : []));
    await eventually('an entry of each', () => versions.every((version) => entries().includes(version)));
    expect(await told(api.orgId, now - 2 * HOUR_MS, now - HOUR_MS)).to.deep.equal([]);
  });

  it('are read in the order of an index', async () => {
    const explained = await mesh.database
      .getClient()
      .db(mesh.database.name)
      .collection('certificate_history')
      .find({ org_id: 'org_1', timestamp: { $gte: new Date(0) } })
      .sort({ timestamp: 1 })
      .explain();
    const plan = JSON.stringify(explained.queryPlanner.winningPlan);
    expect(plan).to.contain('IXSCAN').and.not.to.contain('SORT');
  });
});
