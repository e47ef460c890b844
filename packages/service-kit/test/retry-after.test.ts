import { expect } from 'chai';
import { retryAfterMs } from '../src/outbound/retry-after.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const DAY_MS = 86_400_000;

describe('what a Retry-After asks for', () => {
  for (const [header, expected] of [
    ['0', 0],
    [' 90 ', 90_000],
    ['Sun, 01 Mar 2026 12:01:30 GMT', 90_000],
    ['Sunday, 01-Mar-26 12:01:30 GMT', 90_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ] as const)
    it(`is ${expected} ms by "${header}"`, () => {
      expect(retryAfterMs(header, NOW)).to.equal(expected);
    });

  for (const header of ['86401', '999999999', '99999999999999999', '9'.repeat(400), 'Fri, 01 Mar 2058 12:00:00 GMT'])
    it(`is never more than a day, also by "${header.slice(0, 40)}"`, () => {
      expect(retryAfterMs(header, NOW)).to.equal(DAY_MS);
    });

  for (const header of [
    null,
    '',
    'soon',
    '-1',
    '1e9',
    '0.5',
    'Infinity',
    'in 99 minutes',
    'Sun, 99 Mar 2026 12:00:00 GMT',
  ])
    it(`is nothing by ${header === null ? 'none' : `"${header}"`}`, () => {
      expect(retryAfterMs(header, NOW)).to.equal(null);
    });

  it('is nothing by a date where nobody knows since when', () => {
    expect(retryAfterMs('Sun, 01 Mar 2026 12:01:30 GMT', Number.NaN)).to.equal(null);
  });
});
