import { newId } from '@qsc/contracts';
import { apiClient, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startEntityMesh } from './mesh.ts';

describe('an idempotency key', () => {
  const mesh = startBeforeTests(() => startEntityMesh());

  const body = { type: 'supplier', name: 'Once' };
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

  it('replays the stored answer, headers included, and writes once', async () => {
    const api = mesh.client();
    const first = await api.post('/v1/entities', body, keyed('k-1'));
    const again = await api.post('/v1/entities', body, keyed('k-1'));
    expect([first.status, again.status]).to.deep.equal([201, 201]);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect(first.headers.get('idempotency-replayed')).to.equal(null);
    for (const header of ['location', 'etag']) expect(again.headers.get(header)).to.equal(first.headers.get(header));
    expect((await api.get('/v1/entities')).body.meta.total).to.equal(1);
  });

  it('is refused with another body, and is apart for each organisation', async () => {
    const [api, other] = [mesh.client(), mesh.client()];
    await api.post('/v1/entities', body, keyed('k-2'));
    const reused = await api.post('/v1/entities', { ...body, name: 'Other' }, keyed('k-2'));
    expect([reused.status, reused.body.error.code]).to.deep.equal([422, 'idempotency_key_reused']);
    expect((await other.post('/v1/entities', { ...body, name: 'Other' }, keyed('k-2'))).status).to.equal(201);
  });

  it('is apart for each caller, whose rights are checked before a replay', async () => {
    const [orgId, userId] = [newId('organization'), newId('user')];
    const as = (by: { userId: string; role: 'quality_manager' | 'viewer' }) =>
      apiClient(mesh.url, mesh.identity.token({ orgId, ...by }));
    const first = await as({ userId, role: 'quality_manager' }).post('/v1/entities', body, keyed('k-7'));
    const demoted = await as({ userId, role: 'viewer' }).post('/v1/entities', body, keyed('k-7'));
    const other = { userId: newId('user'), role: 'quality_manager' } as const;
    const second = await as(other).post('/v1/entities', body, keyed('k-7'));
    expect([first.status, demoted.status, second.status]).to.deep.equal([201, 403, 201]);
    expect(second.body.data.id).not.to.equal(first.body.data.id);
  });

  it('writes once when many come at the same time', async () => {
    const api = mesh.client();
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.post('/v1/entities', body, keyed('k-3'))));
    for (const { status, body: answered } of answers)
      expect(status === 201 || (status === 409 && answered.error.code === 'idempotency_in_progress')).to.equal(true);
    expect((await api.get('/v1/entities')).body.meta.total).to.equal(1);
  });

  it('keeps no refused request, so that a mended one can use it', async () => {
    const api = mesh.client();
    expect((await api.post('/v1/entities', { type: 'x' }, keyed('k-4'))).status).to.equal(422);
    expect((await api.post('/v1/entities', body, keyed('k-4'))).status).to.equal(201);
  });

  it('covers a bulk request and a restore', async () => {
    const api = mesh.client();
    const bulk = { entities: [{ type: 'component', name: 'A' }, { type: 'x' }] };
    const first = await api.post('/v1/entities/bulk', bulk, keyed('k-5'));
    const again = await api.post('/v1/entities/bulk', bulk, keyed('k-5'));
    expect([again.status, again.body]).to.deep.equal([207, first.body]);
    const { id } = first.body.data[0];
    await api.delete(`/v1/entities/${id}`);
    expect((await api.post(`/v1/entities/${id}/restore`, undefined, keyed('k-6'))).status).to.equal(200);
    expect((await api.post(`/v1/entities/${id}/restore`, undefined, keyed('k-6'))).status).to.equal(200);
  });

  it('is refused when it is not 1 to 255 visible characters', async () => {
    const api = mesh.client();
    for (const key of ['x'.repeat(256), 'a b']) {
      const answer = await api.post('/v1/entities', body, keyed(key));
      expect([answer.status, answer.body.error?.details.fields[0].field], key).to.deep.equal([422, 'Idempotency-Key']);
    }
  });
});
