import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import {
  CreateQualityEvent,
  QualityEventListQuery,
} from '../../../services/quality/src/quality-event/quality-event.schemas.ts';
import { qualityEventDefinition } from '../../../services/quality/src/quality-event/quality-event.store.ts';
import type { BenchMesh } from '../mesh.ts';
import { QUALITY_ROWS } from '../rows/quality-rows.ts';
import { newEvent, storedEventAt } from '../sample/quality-record.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const COUNT = 4_000;

describe('the quality events of the benchmark', () => {
  const orgId = newId('organization');
  const events = Array.from({ length: COUNT }, (_, index) => storedEventAt(index, COUNT, { orgId, now: NOW }));

  it('can be created through the API', () => {
    expect(CreateQualityEvent.safeParse(newEvent('complaint', 7)).error).to.equal(undefined);
  });

  it('are what the quality service stores, each with a number of its own', () => {
    for (const event of events.slice(0, 50))
      expect(qualityEventDefinition.shape.safeParse(event).error).to.equal(undefined);
    expect(new Set(events.map(({ number }) => number)).size).to.equal(COUNT);
  });

  it('are of one year, and some of them are overdue', () => {
    const days = events.map(({ created_at }) => (NOW.getTime() - created_at.getTime()) / 86_400_000);
    expect(Math.max(...days)).to.be.within(360, 365);
    expect(events.filter(({ late_key }) => late_key < '2026-06-01')).not.to.have.length(0);
  });

  for (const kind of QUALITY_ROWS.filter(({ name }) => name.startsWith('quality list')))
    it(`are asked for by lists that the service takes, with several filters, one unlike the other: ${kind.name}`, () => {
      const next = kind.requests({ filled: { quality: {} } } as BenchMesh);
      const paths = Array.from({ length: 16 }, () => next().path);
      for (const path of paths) {
        expect(path).to.match(/^\S+$/);
        const { page: _page, sort: _sort, ...filters } = Object.fromEntries(new URL(path, 'http://mesh').searchParams);
        expect(QualityEventListQuery.safeParse(filters).error, path).to.equal(undefined);
        expect(Object.keys(filters), path).to.have.length.above(1);
      }
      expect(new Set(paths).size).to.equal(paths.length);
    });

  it('are found by every filter of the lists', () => {
    const values = (of: (event: (typeof events)[number]) => string | null) => new Set(events.map(of));
    expect([values(({ type }) => type), values(({ status }) => status)].map(({ size }) => size)).to.deep.equal([4, 9]);
    expect(values(({ category }) => category)).to.have.property('size', 40);
    expect(values(({ related_entities }) => related_entities[0]?.id ?? null)).to.have.property('size', 500);
  });
});
