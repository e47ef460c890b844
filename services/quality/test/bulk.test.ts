import { expect } from 'chai';
import { type QualityMesh, startQualityMesh } from './mesh.ts';

const NOW = new Date('2026-06-01T10:00:00.000Z');

const deviation = (title: string, more: object = {}) => ({
  type: 'deviation',
  title,
  description: 'It deviates.',
  ...more,
});

describe('several quality events by one request', () => {
  let mesh: QualityMesh;
  before(async () => {
    mesh = await startQualityMesh({ clock: () => NOW });
  });
  after(() => mesh.stop());

  it('are created with numbers without gaps, in the order of the items', async () => {
    const api = mesh.api();
    const items = [deviation('First'), { ...deviation('Finding'), type: 'audit_finding' }, deviation('Second')];
    const { status, body } = await api.post('/v1/quality-events/bulk', { quality_events: items });
    expect(status).to.equal(201);
    expect(body.data.map((item: { quality_event: { number: string } }) => item.quality_event.number)).to.deep.equal([
      'DEV-2026-0001',
      'AF-2026-0001',
      'DEV-2026-0002',
    ]);
    expect((await api.get('/v1/quality-events?type=deviation')).body.meta.total).to.equal(2);
  });

  it('stand or fall by themselves, and one that is refused uses no number', async () => {
    const api = mesh.api();
    const faults = [
      deviation(''),
      deviation('Of nobody', { assigned_to: 'usr_nobody' }),
      deviation('Of nothing', { related_entities: [{ type: 'supplier', id: 'ent_nothing' }] }),
      deviation('With a field of findings', { response_due_date: '2026-07-01' }),
    ];
    const items = [deviation('First'), ...faults, deviation('Last')];
    const { status, body } = await api.post('/v1/quality-events/bulk', { quality_events: items });
    expect(status).to.equal(207);
    expect(body.meta).to.deep.equal({ total: 6, succeeded: 2, failed: 4 });
    const codes = body.data.map((item: { error?: { code: string } }) => item.error?.code ?? null);
    expect(codes).to.deep.equal([null, ...faults.map(() => 'validation_failed'), null]);
    expect(body.data[5].quality_event.number).to.equal('DEV-2026-0002');
  });

  it('are written all or none where the request is atomic', async () => {
    const api = mesh.api();
    const items = [deviation('First'), deviation('')];
    const refused = await api.post('/v1/quality-events/bulk?atomic=true', { quality_events: items });
    expect(refused.status).to.equal(422);
    expect(refused.body.error.details.items.map(({ index }: { index: number }) => index)).to.deep.equal([1]);
    expect((await api.get('/v1/quality-events')).body.meta.total).to.equal(0);
    const { body } = await api.post('/v1/quality-events', deviation('Alone'));
    expect(body.data.number).to.equal('DEV-2026-0001');
  });
});
