import { expect } from 'chai';
import { isCheckpointDue } from '../src/checkpoint/checkpoint-rule.ts';

describe('when a checkpoint is due', () => {
  const rule = { entries: 100, seconds: 3_600 };
  const at = new Date('2026-03-02T10:00:00Z');
  const minutesLater = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
  const isDue = (sequence: number, minutes: number): boolean =>
    isCheckpointDue(sequence, { sequence: 50, at }, { rule, now: minutesLater(minutes) });

  it('at once for a chain that has none, and never for one without entries', () => {
    expect(isCheckpointDue(1, null, { rule, now: at })).to.equal(true);
    expect(isCheckpointDue(0, null, { rule, now: at })).to.equal(false);
  });

  it('after so many new entries', () => {
    expect(isDue(149, 1)).to.equal(false);
    expect(isDue(150, 1)).to.equal(true);
  });

  it('after so long for a single new entry', () => {
    expect(isDue(51, 59)).to.equal(false);
    expect(isDue(51, 60)).to.equal(true);
  });

  it('never without a new entry, and not for a chain that has become shorter', () => {
    expect(isDue(50, 10_000)).to.equal(false);
    expect(isDue(40, 10_000)).to.equal(false);
  });
});
