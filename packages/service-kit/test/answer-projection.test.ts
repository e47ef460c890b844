import { Instant, page } from '@qsc/service-kit';
import { expect } from 'chai';
import { z } from 'zod';
import { makeAnswerProjection } from '../src/http/answer-projection.ts';

const Part = z.object({ id: z.string(), note: z.string().nullable(), count: z.number().int().optional() });
const Thing = z.object({
  id: z.string(),
  kind: z.enum(['a', 'b']),
  made_at: Instant,
  parts: z.array(Part),
  owner: z.object({ name: z.string() }).nullable(),
  by_name: z.record(z.string(), z.object({ to: z.number() })),
});

const thing = () => ({
  id: 'thing_1',
  kind: 'a',
  made_at: new Date(0),
  parts: [
    { id: 'part_1', note: null, count: 2 },
    { id: 'part_2', note: 'x' },
  ],
  owner: { name: 'Ada' },
  by_name: { size: { to: 2 } },
});

/** The same with a member more at every depth. */
const withSecrets = () => {
  const { parts, owner, by_name, ...rest } = thing();
  return {
    ...rest,
    secret: 's',
    parts: parts.map((part) => ({ ...part, secret: 's' })),
    owner: { ...owner, secret: 's' },
    by_name: { size: { ...by_name.size, secret: 's' } },
  };
};

describe('the projection of an answer', () => {
  const project = makeAnswerProjection(Thing);

  it('shows what parsing through the shape shows', () => {
    expect(project(thing())).to.deep.equal(Thing.parse(thing()));
    const bare = { ...thing(), owner: null, made_at: '2026-01-01T00:00:00.000Z' };
    expect(project(bare)).to.deep.equal(Thing.parse(bare));
  });

  it('leaves out, at every depth, what the shape does not have', () => {
    expect(JSON.stringify(project(withSecrets()))).to.equal(JSON.stringify(Thing.parse(thing())));
  });

  it('throws instead of showing another form', () => {
    for (const wrong of [
      { id: undefined },
      { id: { secret: 's' } },
      { id: null },
      { kind: 'c' },
      { made_at: { secret: 's' } },
      { parts: { secret: 's' } },
      { parts: [null] },
      { owner: ['s'] },
      { owner: undefined },
      { by_name: { size: 'secret' } },
    ])
      expect(() => project({ ...thing(), ...wrong }), JSON.stringify(wrong)).to.throw();
  });

  it('is what every page is shown through', () => {
    const meta = { total: 1, page: 1, per_page: 25, total_pages: 1 };
    const { getBody, project: shown } = page(Thing);
    const value = { data: [withSecrets()], meta, secret: 's' };
    expect(shown?.(getBody(value as never))).to.deep.equal({ data: [Thing.parse(thing())], meta });
  });
});
