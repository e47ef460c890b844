import { expect } from 'chai';
import { addDays, dayAfter, endOfDay, isTimeZone, startOfDay, toDay } from '../src/day.ts';

describe('A calendar day of an organisation', () => {
  for (const [zone, instant, day] of [
    ['UTC', '2026-11-28T23:59:59.999Z', '2026-11-28'],
    ['Europe/Berlin', '2026-11-28T22:59:59.999Z', '2026-11-28'],
    ['Europe/Berlin', '2026-11-28T23:00:00.000Z', '2026-11-29'],
    ['America/Los_Angeles', '2026-11-29T07:59:59.999Z', '2026-11-28'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01'],
    ['Pacific/Pago_Pago', '2027-01-01T10:59:59.999Z', '2026-12-31'],
    ['Asia/Kolkata', '2026-11-28T18:30:00.000Z', '2026-11-29'],
  ] as const)
    it(`is ${day} at ${instant} in ${zone}`, () => {
      expect(toDay({ now: new Date(instant), zone })).to.equal(day);
    });

  for (const [zone, day, start, end] of [
    ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', '2026-01-01T10:00:00.000Z'],
  ] as const)
    it(`of ${day} in ${zone} begins and ends also where clocks are changed`, () => {
      expect(startOfDay(day, zone).toISOString()).to.equal(start);
      expect(endOfDay(day, zone).toISOString()).to.equal(end);
    });

  it('is counted over months and years', () => {
    expect(addDays('2028-02-28', 1)).to.equal('2028-02-29');
    expect(dayAfter({ now: new Date('2026-12-31T23:30:00.000Z'), zone: 'Europe/Berlin' }, -1)).to.equal('2026-12-31');
  });

  it('has a zone with a name, and no offset', () => {
    for (const name of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
      expect(isTimeZone(name), name).to.equal(true);
    for (const name of ['', 'Berlin/Europe', '+01:00', 'europe/berlin', 'UTC+1', ' UTC'])
      expect(isTimeZone(name), name).to.equal(false);
  });
});
