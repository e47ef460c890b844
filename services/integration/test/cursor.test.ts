import { expect } from 'chai';
import type { RemoteRecord } from '../src/connector/connector.ts';
import { behindPage, isSweepDue, mustHold, newCursor, toLatest, toSince } from '../src/sync/cursor.ts';

const record = (modifiedAt: string | null, externalId: string): RemoteRecord => ({
  externalId,
  modifiedAt,
  etag: null,
  deleted: false,
  fields: {},
});

const T1 = '2026-03-01T00:00:00.000Z';
const T2 = '2026-03-01T00:00:00.001Z';
const LATEST = new Date('2026-03-02T00:00:00Z');

describe('the cursor of a mapping', () => {
  it('is after the last record of a page by time and key', () => {
    const taken = behindPage(null, [record(T1, 'b'), record(T2, 'a'), record(T1, 'c')], LATEST);
    expect(taken).to.deep.equal({ modifiedAt: T2, externalId: 'a' });
    expect(behindPage({ modifiedAt: T1, externalId: 'b' }, [record(T1, 'c')], LATEST)?.externalId).to.equal('c');
  });

  it('never goes back, and stays the same where nothing advances it', () => {
    const taken = { modifiedAt: T2, externalId: 'b' };
    expect(behindPage(taken, [record(T1, 'z'), record(T2, 'a'), record(null, 'q')], LATEST)).to.equal(taken);
  });

  it('is not advanced by a future time', () => {
    const [taken, later] = [{ modifiedAt: T1, externalId: 'a' }, record('2026-03-02T00:00:00.001Z', 'b')];
    expect(behindPage(taken, [later], LATEST)).to.equal(taken);
    expect(toLatest(new Date(T1), LATEST).getTime(), 'all of its second').to.equal(Date.parse(T1) + 999);
    expect(toLatest(null, new Date('2026-03-01T10:00:00Z'))).to.deep.equal(LATEST);
  });

  it('requests from its time less the buffer, and everything where it has none', () => {
    expect(toSince(null, 5)).to.equal(null);
    expect(toSince({ modifiedAt: T1, externalId: 'a' }, 5)?.toISOString()).to.equal('2026-02-28T23:55:00.000Z');
    expect(toSince({ modifiedAt: T1, externalId: 'a' }, 0)?.toISOString()).to.equal(T1);
  });
});

describe('a comparison of keys', () => {
  const cursor = newCursor({ orgId: 'o', connectionId: 'c', mappingId: 'm' });

  it('is due on the first synchronisation of a day, and not before there was one', () => {
    expect(isSweepDue(cursor, new Date('2026-03-02T00:00:00Z'))).to.equal(false);
    const swept = { ...cursor, swept_at: new Date('2026-03-01T23:59:59Z') };
    expect(isSweepDue(swept, new Date('2026-03-01T23:59:59Z'))).to.equal(false);
    expect(isSweepDue(swept, new Date('2026-03-02T00:00:00Z'))).to.equal(true);
  });

  for (const [missing, linked, held, full, expected] of [
    [0, 0, 0, false, false],
    [1, 20, 0, false, false],
    [2, 20, 0, false, true],
    [2, 20, 2, false, true],
    [2, 20, 0, true, true],
    [2, 20, 2, true, false],
    [2, 20, 5, true, false],
    [3, 20, 2, true, true],
  ] as const)
    it(`${expected ? 'holds' : 'deletes'} ${missing} of ${linked}${full ? ', in a full synchronisation' : ''} with ${held} held before`, () => {
      expect(mustHold(missing, { linked, held, full })).to.equal(expected);
    });
});
