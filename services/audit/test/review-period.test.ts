import { expect } from 'chai';
import { drawSequences, findNextPeriod, SAMPLE_SIZE } from '../src/review/review-period.ts';

const at = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
const review = (from: string, to: string, created = to) => ({
  from: at(from),
  to: new Date(at(to).getTime() - 1),
  created_at: at(created),
});
const days = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), new Date(to.getTime() + 1).toISOString()];

describe('the period of the audit trail to review next', () => {
  const start = at('2026-01-01');

  it('begins with the log where nothing was reviewed', () => {
    expect(days(findNextPeriod(start, [], 30))).to.deep.equal([start.toISOString(), at('2026-01-31').toISOString()]);
  });

  it('begins where the reviews end that follow each other, in any order', () => {
    const reviews = [review('2026-02-01', '2026-03-01'), review('2025-12-01', '2026-02-01')];
    expect(findNextPeriod(start, reviews, 30).from).to.deep.equal(at('2026-03-01'));
  });

  it('is the gap that reviews left, and ends where the next one begins', () => {
    const reviews = [review('2026-01-01', '2026-02-01'), review('2026-02-10', '2026-03-01')];
    expect(days(findNextPeriod(start, reviews, 30))).to.deep.equal([
      at('2026-02-01').toISOString(),
      at('2026-02-10').toISOString(),
    ]);
  });

  it('is not covered by a review beyond the time at which it was made', () => {
    const reviews = [review('2026-01-01', '2026-12-31', '2026-01-15')];
    expect(findNextPeriod(start, reviews, 30).from).to.deep.equal(at('2026-01-15'));
  });

  it('is not shortened by a review of a time that was still to come', () => {
    const reviews = [review('2026-01-20', '2026-02-20', '2026-01-10')];
    expect(days(findNextPeriod(start, reviews, 30))).to.deep.equal([
      start.toISOString(),
      at('2026-01-31').toISOString(),
    ]);
  });
});

describe('the random sample of a review', () => {
  const period = { from: at('2026-01-01'), to: at('2026-02-01') };
  const range = { first: 1_000, last: 999_999 };

  it('is the same for the same organisation and period, and another one for others', () => {
    const sample = drawSequences('org_1', period, range);
    expect(new Set(sample)).to.have.property('size', SAMPLE_SIZE);
    expect(sample.every((sequence) => sequence >= range.first && sequence <= range.last)).to.equal(true);
    expect(drawSequences('org_1', period, range)).to.deep.equal(sample);
    expect(drawSequences('org_2', period, range)).not.to.deep.equal(sample);
    expect(drawSequences('org_1', { ...period, to: at('2026-03-01') }, range)).not.to.deep.equal(sample);
  });

  it('has every entry of a short period', () => {
    expect(drawSequences('org_1', period, { first: 4, last: 6 })).to.deep.equal([4, 5, 6]);
    expect(drawSequences('org_1', period, { first: 1, last: 0 })).to.deep.equal([]);
  });
});
