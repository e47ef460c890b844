import { expect } from 'chai';
import { compare } from '../check/comparison.ts';
import type { Stored, StoredRecord } from '../check/stores.ts';

const ORG = 'org_1';
const raised = (from: number | null, to: number) => ({ 'attributes.counter': { from, to } });

/** A record that was created and raised once, as it has to be. */
const sound = () => {
  const promised = { id: 'ent_1', orgId: ORG, name: 'one', version: 2, counter: 1, marks: ['marked'] };
  const stored: Stored = {
    records: [{ id: 'ent_1', name: 'one', version: 2, counter: 1, marks: ['marked'] }],
    projected: [{ id: 'ent_1', name: 'one', version: 2, counter: 1, marks: ['marked'] }],
    counted: 1,
    history: [
      { entityId: 'ent_1', version: 1, changes: raised(null, 0) },
      { entityId: 'ent_1', version: 2, changes: raised(0, 1) },
    ],
    entries: [
      { eventId: 'evt_0', sequence: 1, entityId: 'usr_1', version: 1, changes: {} },
      { eventId: 'evt_1', sequence: 2, entityId: 'ent_1', version: 1, changes: raised(null, 0) },
      { eventId: 'evt_2', sequence: 3, entityId: 'ent_1', version: 2, changes: raised(0, 1) },
    ],
  };
  return { promised, stored };
};

const brokenBy = (change: (stored: Stored) => void): string[] => {
  const { promised, stored } = sound();
  change(stored);
  const breaches = compare([promised], stored);
  return Object.entries(breaches).flatMap(([rule, broken]) => (broken.length > 0 ? [rule] : []));
};

describe('the comparison of what was promised with what is stored', () => {
  it('finds nothing where all is as it has to be', () => {
    expect(brokenBy(() => {})).to.deep.equal([]);
  });

  it('finds a record that is lost', () => {
    expect(brokenBy((stored) => stored.records.pop())).to.include('present');
  });

  it('finds a record that is there twice', () => {
    const again = { id: 'ent_2', name: 'one', version: 1, counter: 0, marks: [] };
    expect(brokenBy(({ records }) => records.push(again))).to.include('once');
  });

  it('finds a running total that is not the number of records', () => {
    expect(brokenBy((stored) => Object.assign(stored, { counted: 2 }))).to.deep.equal(['counted']);
  });

  it('finds a change that was applied twice', () => {
    expect(brokenBy(({ records }) => Object.assign(records[0] ?? {}, { version: 3 }))).to.include('applied');
  });

  it('finds a change that another one has taken the place of', () => {
    expect(brokenBy(({ records }) => Object.assign(records[0] ?? {}, { marks: [] }))).to.include('applied');
  });

  it('finds a record of the read model that is missing, too old, or not there', () => {
    expect(brokenBy(({ projected }) => projected.pop())).to.deep.equal(['projected']);
    expect(brokenBy(({ projected }) => Object.assign(projected[0] ?? {}, { version: 1 }))).to.deep.equal(['projected']);
    expect(
      brokenBy(({ projected }) => projected.push({ ...(projected[0] as StoredRecord), id: 'ent_9' })),
    ).to.deep.equal(['projected']);
  });

  it('finds a gap in the versions', () => {
    expect(brokenBy(({ history }) => history.shift())).to.include('history');
  });

  it('finds a missing audit entry', () => {
    expect(brokenBy(({ entries }) => entries.pop())).to.deep.equal(['audited']);
  });

  it('finds a second audit entry', () => {
    const again = { eventId: 'evt_3', sequence: 4, entityId: 'ent_1', version: 2, changes: raised(0, 1) };
    expect(brokenBy(({ entries }) => entries.push(again))).to.deep.equal(['auditedOnce']);
  });

  it('finds an audit entry of what is not there', () => {
    const foreign = { eventId: 'evt_3', sequence: 4, entityId: 'ent_9', version: 1, changes: {} };
    expect(brokenBy(({ entries }) => entries.push(foreign))).to.deep.equal(['foreign']);
  });

  it('finds that history and audit disagree', () => {
    expect(brokenBy(({ entries }) => Object.assign(entries[2] ?? {}, { changes: raised(0, 2) }))).to.deep.equal([
      'agreeing',
    ]);
  });

  it('finds a gap in the sequence', () => {
    expect(brokenBy(({ entries }) => Object.assign(entries[2] ?? {}, { sequence: 5 }))).to.deep.equal(['sequence']);
  });
});
