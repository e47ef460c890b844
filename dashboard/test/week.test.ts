import { expect } from 'chai';
import { mondaysBetween, toWeekLabel } from '../../services/quality/src/metric/metric.ts';
import { toMonday } from '../src/ui/day.ts';

describe('the Monday of a week', () => {
  it('is the one that the figures have labelled so', () => {
    const mondays = mondaysBetween(new Date('2018-06-01'), new Date('2033-06-01'));
    const days = mondays.map((monday) => monday.toISOString().slice(0, 10));
    expect(mondays.map((monday) => toMonday(toWeekLabel(monday)))).to.deep.equal(days);
  });
});
