import { expect } from 'chai';
import {
  archiveBefore,
  mayRemove,
  type RetentionRules,
  retentionYears,
  shortestYears,
  standardPolicy,
} from '../src/retention/retention.ts';

describe('what a retention policy says', () => {
  const rules = (change: Partial<RetentionRules> = {}): RetentionRules => ({
    name: 'Ten years',
    retention_period_years: 10,
    applies_to: ['all'],
    archive_after_years: 3,
    archive_storage: 'file_store',
    deletion_policy: 'after_retention',
    exceptions: [{ entity_types: ['certificate'], retention_period_years: 30, reason: 'Advanced therapies' }],
    ...change,
  });
  const now = new Date('2040-06-15T12:00:00Z');
  const segment = (last_recorded_at: string, ...entity_types: string[]) => ({ last_recorded_at, entity_types });

  it('archives whole months that are old enough', () => {
    expect(archiveBefore(rules(), now).toISOString()).to.equal('2037-06-01T00:00:00.000Z');
    expect(archiveBefore(rules(), new Date('2040-02-29T00:00:00Z')).toISOString()).to.equal('2037-02-01T00:00:00.000Z');
  });

  it('removes nothing before the retention of its newest entry is over', () => {
    expect(mayRemove(rules(), segment('2030-06-15T12:00:00.000Z', 'supplier'), now)).to.equal(true);
    expect(mayRemove(rules(), segment('2030-06-15T12:00:00.001Z', 'supplier'), now)).to.equal(false);
  });

  it('removes nothing a day too soon on 29 February', () => {
    const leapDay = new Date('2040-02-29T12:00:00Z');
    expect(mayRemove(rules(), segment('2030-03-01T08:00:00.000Z', 'supplier'), leapDay)).to.equal(false);
    expect(mayRemove(rules(), segment('2030-02-28T12:00:00.000Z', 'supplier'), leapDay)).to.equal(true);
  });

  it('keeps a segment for the longest time of the kinds of record in it', () => {
    expect(retentionYears(rules(), 'certificate')).to.equal(30);
    expect(mayRemove(rules(), segment('2020-01-01T00:00:00.000Z', 'supplier', 'certificate'), now)).to.equal(false);
    expect(mayRemove(rules(), segment('2010-01-01T00:00:00.000Z', 'supplier', 'certificate'), now)).to.equal(true);
  });

  it('keeps what it does not apply to for good', () => {
    const own = rules({ applies_to: ['supplier'] });
    expect(retentionYears(own, 'document')).to.equal(null);
    expect(mayRemove(own, segment('1990-01-01T00:00:00.000Z', 'supplier', 'document'), now)).to.equal(false);
    expect(mayRemove(own, segment('1990-01-01T00:00:00.000Z', 'supplier'), now)).to.equal(true);
  });

  it('removes nothing where it says never, and so does the standard policy', () => {
    const ancient = segment('1900-01-01T00:00:00.000Z', 'supplier');
    expect(mayRemove(rules({ deletion_policy: 'never' }), ancient, now)).to.equal(false);
    expect(mayRemove(standardPolicy('org_1'), ancient, now)).to.equal(false);
    expect(shortestYears(standardPolicy('org_1'))).to.equal(null);
    expect(shortestYears(rules())).to.equal(10);
  });
});
