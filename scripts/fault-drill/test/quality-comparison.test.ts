import { expect } from 'chai';
import { compareQuality } from '../check/quality-comparison.ts';
import type { Stored, StoredEntry } from '../check/stored.ts';

const ID = 'qe_1';

type Told = Pick<StoredEntry, 'version'> & Partial<StoredEntry>;

const entriesOf = (told: readonly Told[]): StoredEntry[] =>
  told.map((one, index) => ({
    ...{
      eventId: `evt_${index}`,
      sequence: index + 1,
      at: index + 1,
      entityId: ID,
      action: 'transition',
      userId: 'usr_1',
    },
    ...{ workflowState: null, signature: null, changes: {} },
    ...one,
  }));

const still = (state: string): Told => ({ version: 3, changes: { workflow_state: {} }, workflowState: state });

/** A CAPA that was planned, written to, and approved with a signature: as it has to be. */
const sound = () => {
  const event = { id: ID, type: 'capa', title: 'one', number: 'CAPA-2026-0001', version: 4, status: 'implementation' };
  const moves = [
    { action: 'transition', to: 'action_planning', signature: null },
    { action: 'transition', to: 'pending_approval', signature: null },
    { action: 'approve', to: 'implementation', signature: 'sig_1' },
  ];
  const listed = { id: ID, version: 4, type: 'capa', isOpen: true, related: ['ent_1'] };
  const stored = {
    events: [
      { ...event, recordMoves: 2, fields: { description: 'mark', category: null, completed: 0, outcome: null } },
    ],
    eventTotals: { 'capa/implementation': 1 },
    instances: [{ recordId: ID, state: 'implementation', current: true, moves: 3, recordMoves: 2 }],
    moves: moves.map((move, index) => ({
      ...{ ...move, recordId: ID, number: index + 1 },
      recordMove: [1, null, 2][index] ?? null,
    })),
    signatures: [{ id: 'sig_1', recordId: ID, action: 'approve', to: 'implementation' }],
    decided: [{ recordId: ID, status: 'approved', decisions: 1 }],
    listedEvents: [{ ...listed }],
    listableEvents: [{ ...listed }],
    entries: entriesOf([
      { version: 1, action: 'create' },
      { version: 2, workflowState: 'action_planning' },
      { version: 3, action: 'update' },
      still('pending_approval'),
      { version: 4, action: 'approve', workflowState: 'implementation', signature: 'sig_1' },
    ]),
  } as unknown as Stored;
  const promised = { ...event, orgId: 'org_1', state: 'implementation', fields: { description: 'mark' }, moves };
  return { promised: [promised], stored };
};

const brokenBy = (change: (stored: Stored) => void): string[] => {
  const { promised, stored } = sound();
  change(stored);
  const breaches = compareQuality(promised, stored);
  return Object.entries(breaches).flatMap(([rule, broken]) => (broken.length > 0 ? [rule] : []));
};

const set =
  <Part extends 'events' | 'instances' | 'moves' | 'entries' | 'signatures' | 'decided' | 'listedEvents'>(
    part: Part,
    index: number,
    change: Partial<Stored[Part][number]>,
  ) =>
  (stored: Stored) => {
    Object.assign(stored[part][index] ?? {}, change);
  };

const drop = (part: 'events' | 'instances' | 'moves' | 'entries' | 'signatures' | 'listedEvents', index: number) => {
  return (stored: Stored) => {
    stored[part].splice(index, 1);
  };
};

describe('the comparison of quality events with what was promised', () => {
  it('finds nothing where all is as it has to be', () => {
    expect(brokenBy(() => {})).to.deep.equal([]);
  });

  it('finds a quality event that is lost, or there twice', () => {
    expect(brokenBy(drop('events', 0))).to.include('present');
    const again = { id: 'qe_2', type: 'capa', number: 'CAPA-2026-0002', title: 'one', version: 0, recordMoves: 0 };
    expect(brokenBy(({ events }) => events.push({ ...again, status: 'draft', fields: {} }))).to.include('once');
  });

  it('finds a change that is lost or was applied twice', () => {
    expect(brokenBy(set('events', 0, { fields: { description: 'before' } }))).to.deep.equal(['applied']);
    expect(brokenBy(set('events', 0, { version: 5 }))).to.include.members(['applied', 'audited']);
  });

  it('finds a number that is missing, there twice, or none', () => {
    expect(brokenBy(set('events', 0, { number: 'CAPA-2026-0002' }))).to.include('numbered');
    expect(brokenBy(set('events', 0, { number: 'CAPA-26-1' }))).to.include('numbered');
    const twin = (stored: Stored) => stored.events.push({ ...(stored.events[0] as Stored['events'][number]) });
    expect(brokenBy(twin)).to.include('numbered');
  });

  it('counts the numbers of each type and year apart', () => {
    const other = { id: 'qe_2', title: 'two', version: 0, status: 'draft', recordMoves: 0, fields: {} };
    const add = (type: string, number: string) =>
      brokenBy(({ events }) => events.push({ ...other, type, number })).includes('numbered');
    expect([add('deviation', 'DEV-2026-0001'), add('capa', 'CAPA-2027-0001')]).to.deep.equal([false, false]);
    expect([add('deviation', 'DEV-2026-0002'), add('capa', 'CAPA-2026-0003')]).to.deep.equal([true, true]);
  });

  it('finds a move that the record has not taken, or has taken twice', () => {
    expect(brokenBy(set('events', 0, { recordMoves: 1 }))).to.deep.equal(['moved']);
    expect(brokenBy(set('events', 0, { recordMoves: 3 }))).to.deep.equal(['moved']);
  });

  it('finds an acknowledged move that was never made', () => {
    expect(brokenBy(drop('moves', 1))).to.include('moved');
    expect(brokenBy(set('moves', 0, { to: 'submitted' }))).to.include('moved');
  });

  it('finds a move without its audit entry, with two, and one that is told as another act', () => {
    expect(brokenBy(drop('entries', 3))).to.deep.equal(['moved']);
    expect(brokenBy(drop('entries', 4))).to.include.members(['moved', 'audited', 'signed']);
    expect(brokenBy(({ entries }) => entries.push(...entriesOf([still('pending_approval')])))).to.deep.equal(['moved']);
    expect(brokenBy(set('entries', 4, { action: 'transition' }))).to.deep.equal(['moved']);
  });

  it('finds moves that the record has taken in another order', () => {
    const swapped = (stored: Stored) => {
      set('entries', 1, { version: 4 })(stored);
      set('entries', 4, { version: 2 })(stored);
    };
    expect(brokenBy(swapped)).to.deep.equal(['moved']);
  });

  it('takes entries of moves that left the record as it was by the time of the act, however late they arrived', () => {
    const twoStill = (planned: number, asked: number) => (stored: Stored) => {
      set('events', 0, { recordMoves: 1, version: 3 })(stored);
      stored.moves.forEach((move, index) => {
        move.recordMove = index === 2 ? 1 : null;
      });
      const told = [still('pending_approval'), still('action_planning')];
      const [second, first] = entriesOf(told) as [StoredEntry, StoredEntry];
      const approved = stored.entries[4] as StoredEntry;
      stored.entries = [{ ...second, at: asked }, { ...first, at: planned }, approved];
    };
    expect(brokenBy(twoStill(10, 20))).not.to.include('moved');
    expect(brokenBy(twoStill(20, 10))).to.include('moved');
  });

  it('finds a second audit entry of a version, and one of a version that is not there', () => {
    const told = (version: number) => (stored: Stored) =>
      stored.entries.push(...entriesOf([{ version, action: 'update' }]));
    expect(brokenBy(told(3))).to.deep.equal(['auditedOnce']);
    expect(brokenBy(told(9))).to.deep.equal(['foreign']);
  });

  it('finds a status that is not that of the instance, and a record with no or two instances', () => {
    expect(brokenBy(set('events', 0, { status: 'closed' }))).to.include('current');
    expect(brokenBy(set('instances', 0, { state: 'verification' }))).to.deep.equal(['current']);
    expect(brokenBy(set('instances', 0, { current: false }))).to.deep.equal(['current']);
    const twin = (stored: Stored) => stored.instances.push({ ...(stored.instances[0] as Stored['instances'][number]) });
    expect(brokenBy(twin)).to.deep.equal(['current']);
  });

  it('finds a signature that is missing, there twice, or of no move', () => {
    expect(brokenBy(drop('signatures', 0))).to.deep.equal(['signed']);
    const again = { id: 'sig_2', recordId: ID, action: 'approve', to: 'implementation' };
    expect(brokenBy(({ signatures }) => signatures.push(again))).to.deep.equal(['signed']);
    expect(brokenBy(set('signatures', 0, { to: 'closed' }))).to.deep.equal(['signed']);
    expect(brokenBy(set('entries', 4, { signature: null }))).to.deep.equal(['signed']);
  });

  it('finds a round that was decided twice, and one that ended by no decision', () => {
    expect(brokenBy(set('decided', 0, { decisions: 2 }))).to.deep.equal(['signed']);
    expect(brokenBy(({ decided }) => decided.pop())).to.deep.equal(['signed']);
  });

  it('finds a running total that is not the number of events', () => {
    expect(brokenBy((stored) => Object.assign(stored, { eventTotals: {} }))).to.deep.equal(['counted']);
  });

  it('finds a quality event that is listed as it was before, or not at all', () => {
    expect(brokenBy(set('listedEvents', 0, { version: 3 }))).to.deep.equal(['suppliers']);
    expect(brokenBy(drop('listedEvents', 0))).to.deep.equal(['suppliers']);
  });
});
