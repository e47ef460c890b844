import { expect } from 'chai';
import { toResult } from '../../src/connector/tryton/rpc.ts';
import { fromTryton, type Stamp, toInstant, toTryton } from '../../src/connector/tryton/wire.ts';

const STAMP: Stamp = {
  __class__: 'datetime',
  year: 2026,
  month: 3,
  day: 9,
  hour: 1,
  minute: 2,
  second: 3,
  microsecond: 4_999,
};

const toAnswer = (status: number, body: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: Buffer.from(body),
});

const toError = (status: number, body: string, headers?: Record<string, string>): Error & Record<string, unknown> => {
  try {
    toResult(toAnswer(status, body, headers));
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error('nothing was thrown');
};

const refusal = (...error: unknown[]) => toError(200, JSON.stringify({ id: 1, error }));

describe('values of Tryton', () => {
  it('become what JSON has, without a digit lost', () => {
    const answer = {
      at: STAMP,
      on: { __class__: 'date', year: 2026, month: 3, day: 9 },
      price: { __class__: 'Decimal', decimal: '12345678901234567890.10' },
      file: { __class__: 'bytes', base64: 'aGVsbG8g\nd29ybGQ=\n' },
      took: { __class__: 'timedelta', seconds: 90 },
      addresses: [7],
      'addresses.': [{ id: 7, city: 'Basel' }],
    };
    expect(fromTryton(answer)).to.deep.equal({
      at: '2026-03-09T01:02:03.004999Z',
      on: '2026-03-09',
      price: '12345678901234567890.10',
      file: 'aGVsbG8gd29ybGQ=',
      took: 90,
      addresses: [{ id: 7, city: 'Basel' }],
    });
  });

  it('are written by the type of their field, and refused where they are none of it', () => {
    expect(toTryton('numeric', '10.50')).to.deep.equal({ __class__: 'Decimal', decimal: '10.50' });
    expect(toTryton('date', '2026-03-09')).to.deep.equal({ __class__: 'date', year: 2026, month: 3, day: 9 });
    expect(toTryton('timestamp', '2026-03-09T01:02:03.004Z')).to.deep.equal({ ...STAMP, microsecond: 4_000 });
    expect(toTryton('binary', 'aGVsbG8=')).to.deep.equal({ __class__: 'bytes', base64: 'aGVsbG8=' });
    expect(toTryton('char', 5)).to.equal('5');
    expect(toTryton('date', null)).to.equal(null);
    for (const [type, value] of [
      ['numeric', 'ten'],
      ['date', 'yesterday'],
      ['integer', 1.5],
      ['boolean', 'yes'],
      ['char', {}],
      ['timestamp', 'soon'],
    ] as const)
      expect(toTryton(type, value), type).to.equal(undefined);
  });

  it('have moments that are never rounded to a later one', () => {
    expect(toInstant(STAMP).toISOString()).to.equal('2026-03-09T01:02:03.004Z');
  });
});

describe('errors of Tryton', () => {
  const SECRET = 'Meyer & Sons owe 5';

  it('become the five error codes, without its own text', () => {
    const cases = [
      [refusal('UserError', [`You are not allowed to access "${SECRET}".`, '', null]), 'NO_PERMISSION'],
      [
        refusal('UserError', [`You are trying to read records "1" of "${SECRET}" that don't exist.`, '']),
        'RECORD_NOT_FOUND',
      ],
      [refusal('UserError', [`A value is required for field "${SECRET}" in "x" of "Party".`, '']), 'VALIDATION_ERROR'],
      [refusal('UserWarning', ['name', SECRET, '']), 'VALIDATION_ERROR'],
      [toError(401, SECRET), 'INVALID_SESSION'],
      [toError(403, SECRET), 'NO_PERMISSION'],
      [toError(429, SECRET, { 'retry-after': '7' }), 'RATE_LIMIT'],
    ] as const;
    for (const [error, code] of cases) {
      expect(error.code).to.equal(code);
      expect(error.message).to.not.include(SECRET);
    }
    expect(cases.at(-1)?.[0].retryAfterMs).to.equal(7_000);
  });

  for (const [header, expected] of [
    ['999999999', 86_400_000],
    ['99999999999999999', 86_400_000],
    ['soon', null],
  ] as const)
    it(`wait for ${expected ?? 'no'} ms by Retry-After "${header}"`, () => {
      for (const status of [429, 503])
        expect(toError(status, SECRET, { 'retry-after': header })).to.include({ retryAfterMs: expected });
    });

  it('are trouble where the server is at fault, or something before it', () => {
    for (const error of [
      toError(502, '<html>Bad gateway</html>'),
      toError(200, '<html>Maintenance</html>'),
      refusal('database is locked', 'Traceback'),
      refusal('ConcurrencyException', 'Records were modified in the meanwhile'),
    ])
      expect(error.name).to.equal('RemoteTrouble');
  });
});
