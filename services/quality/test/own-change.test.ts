import { ownChangesOf, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startQualityMesh } from './mesh.ts';

const HOUR_MS = 3_600_000;

describe('the changes that quality events tell of by themselves', () => {
  const mesh = startBeforeTests(() => startQualityMesh());

  it('are their opening and their latest version, for a period', async () => {
    const api = mesh.api();
    const open = async (): Promise<string> => {
      const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.' };
      return (await api.post('/v1/quality-events', body)).body.data.id;
    };
    const [changed, untouched] = [await open(), await open()];
    await api.patch(`/v1/quality-events/${changed}`, { title: 'Another' });
    const { body } = await api.patch(`/v1/quality-events/${changed}`, { title: 'A third' });
    const told = (from: number, to: number) =>
      ownChangesOf(
        { name: 'quality', service: mesh.quality, meshSecret: mesh.identity.meshSecret },
        { orgId: api.orgId, from: new Date(from), to: new Date(to) },
      );
    expect(await told(Date.now() - HOUR_MS, Date.now() + HOUR_MS)).to.have.members([
      `${changed}/1`,
      `${untouched}/1`,
      `${changed}/${body.data.version}`,
    ]);
    expect(await told(0, Date.now() - HOUR_MS)).to.deep.equal([]);
  });
});
