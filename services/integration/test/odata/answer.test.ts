import { expect } from 'chai';
import { toError } from '../../src/connector/odata/answer.ts';

const DATE = 'Sun, 01 Mar 2026 12:00:00 GMT';

describe('how long an OData service is left alone', () => {
  for (const [header, expected] of [
    ['90', 90_000],
    ['Sun, 01 Mar 2026 12:01:30 GMT', 90_000],
    ['999999999', 86_400_000],
    ['99999999999999999', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['Fri, 01 Mar 2058 12:00:00 GMT', 86_400_000],
    ['soon', null],
  ] as const)
    it(`is ${expected ?? 'no'} ms for "${header.slice(0, 40)}", by its own clock`, () => {
      for (const status of [429, 503, 423])
        expect(toError({ status, headers: { 'retry-after': header, date: DATE }, body: null })).to.include({
          retryAfterMs: expected,
        });
    });
});
