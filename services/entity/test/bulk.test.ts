import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startEntityMesh } from './mesh.ts';

describe('bulk requests', () => {
  const mesh = startBeforeTests(() => startEntityMesh());

  const good = (name: string) => ({ type: 'component', name });

  it('create what can be created and tell of each item', async () => {
    const api = mesh.client();
    const answer = await api.post('/v1/entities/bulk', {
      entities: [good('A'), { type: 'x', name: 'B' }, good('C'), null, { ...good('D'), version: 2 }],
    });
    expect(answer.status).to.equal(207);
    expect(answer.body.meta).to.deep.equal({ total: 5, succeeded: 2, failed: 3 });
    const [first, second, third, fourth, fifth] = answer.body.data;
    expect(first).to.include({ index: 0, status: 201 });
    expect(first.entity).to.include({ name: 'A', version: 1, id: first.id });
    expect(second).to.deep.include({ index: 1, status: 422, id: null });
    expect(second.error.code).to.equal('validation_failed');
    expect([third.status, fourth.status, fifth.status]).to.deep.equal([201, 422, 422]);
    expect((await api.get('/v1/entities')).body.meta.total).to.equal(2);
  });

  it('all succeed when many change the same entities at the same time', async () => {
    const api = mesh.client();
    const created = await api.post('/v1/entities/bulk', { entities: ['A', 'B', 'C'].map(good) });
    const ids: string[] = created.body.data.map(({ id }: { id: string }) => id);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        api.patch('/v1/entities/bulk', {
          updates: ids.toSorted(() => (index % 2) - 0.5).map((id) => ({ id, attributes: { [`a${index}`]: 1 } })),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(100).fill(200));
    for (const id of ids) expect((await api.get(`/v1/entities/${id}`)).body.data.version).to.equal(101);
  });

  it('answer 201 and 200 when every item succeeds, and update in order', async () => {
    const api = mesh.client();
    const created = await api.post('/v1/entities/bulk', { entities: [good('A'), good('B')] });
    expect(created.status).to.equal(201);
    const [{ id }] = created.body.data;
    const updated = await api.patch('/v1/entities/bulk', {
      updates: [
        { id, attributes: { a: 1 } },
        { id, attributes: { b: 2 } },
      ],
    });
    expect(updated.status).to.equal(200);
    expect((await api.get(`/v1/entities/${id}`)).body.data).to.deep.include({ version: 3, attributes: { a: 1, b: 2 } });
    expect((await api.get(`/v1/entities/${id}/history`)).body.meta.total).to.equal(3);
    const mixed = await api.patch('/v1/entities/bulk', {
      updates: [
        { id: 'ent_unknown', attributes: {} },
        { id, attributes: { c: 3 } },
      ],
    });
    expect(mixed.status).to.equal(207);
    expect(mixed.body.data[0]).to.deep.include({ status: 404, id: 'ent_unknown' });
  });

  it('update only what is at a version that If-Match names', async () => {
    const api = mesh.client();
    const created = await api.post('/v1/entities/bulk', { entities: [good('A'), good('B')] });
    const [a, b] = created.body.data.map(({ id }: { id: string }) => id);
    await api.patch(`/v1/entities/${b}`, { name: 'B2' });
    const updates = [a, b].map((id) => ({ id, attributes: { n: 1 } }));
    const at = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
    const all = await api.patch('/v1/entities/bulk?atomic=true', { updates }, at(1));
    expect([all.status, all.body.error?.code]).to.deep.equal([412, 'precondition_failed']);
    const each = await api.patch('/v1/entities/bulk', { updates }, at(1));
    expect(each.body.data.map(({ status }: { status: number }) => status)).to.deep.equal([200, 412]);
    const twice = [{ n: 2 }, { m: 2 }].map((attributes) => ({ id: b, attributes }));
    const both = await api.patch('/v1/entities/bulk?atomic=true', { updates: twice }, at(2));
    expect(both.status).to.equal(200);
    expect(both.body.data[1].entity.attributes).to.include({ n: 2, m: 2 });
  });

  it('write nothing with atomic=true when one item is refused', async () => {
    const api = mesh.client();
    const answer = await api.post('/v1/entities/bulk?atomic=true', { entities: [good('A'), { type: 'x' }] });
    expect(answer.status).to.equal(422);
    expect(answer.body.error.details.items.map((item: { index: number }) => item.index)).to.deep.equal([1]);
    expect((await api.get('/v1/entities')).body.meta.total).to.equal(0);
  });

  it('are refused above 500 items and above 5 MiB', async () => {
    const api = mesh.client();
    const many = await api.post('/v1/entities/bulk', { entities: Array.from({ length: 501 }, () => good('A')) });
    expect(many.status).to.equal(422);
    const large = await api.post('/v1/entities/bulk', {
      entities: [{ ...good('A'), attributes: { t: 'x'.repeat(5_300_000) } }],
    });
    expect([large.status, large.body.error.code]).to.deep.equal([413, 'payload_too_large']);
    const full = await api.post('/v1/entities/bulk', {
      entities: Array.from({ length: 500 }, (_, index) => good(`E${index}`)),
    });
    expect([full.status, full.body.meta.succeeded]).to.deep.equal([201, 500]);
  });
});
