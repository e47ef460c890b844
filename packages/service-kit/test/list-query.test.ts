import { LastMoment, Moment, momentAt } from '@qsc/service-kit';
import { expect } from 'chai';

const shown = (schema: typeof Moment, text: string): string | null => {
  const parsed = schema.safeParse(text);
  return parsed.success ? parsed.data.toISOString() : null;
};

describe('the moments of a request', () => {
  it('begin a period with the first instant of a day, and end it with the last', () => {
    expect(shown(Moment, '2026-12-31')).to.equal('2026-12-31T00:00:00.000Z');
    expect(shown(LastMoment, '2026-12-31')).to.equal('2026-12-31T23:59:59.999Z');
  });

  it('are instants as they stand, at any offset', () => {
    for (const schema of [Moment, LastMoment])
      expect(shown(schema, '2026-12-31T01:00:00+02:00')).to.equal('2026-12-30T23:00:00.000Z');
  });

  it('lie in the years that an answer can show', () => {
    for (const schema of [Moment, LastMoment, momentAt(86_400_000)]) {
      expect(shown(schema, '9999-12-31')).to.not.equal(null);
      expect(shown(schema, '0000-01-01')).to.not.equal(null);
      expect(shown(schema, '9999-12-31T23:59:59-14:00')).to.equal(null);
      expect(shown(schema, '0000-01-01T00:00:00+14:00')).to.equal(null);
    }
  });

  it('are days of the calendar', () => {
    for (const text of ['2026-02-30', '2026-02-30T00:00:00Z', '2026-01-01T23:59:60Z', '2026-01-01T00:00:00', '2026'])
      expect([shown(Moment, text), shown(LastMoment, text)]).to.deep.equal([null, null]);
  });
});
