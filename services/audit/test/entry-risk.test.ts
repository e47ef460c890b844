import { expect } from 'chai';
import type { AuditEntry } from '../src/entry/entry.ts';
import { changesContent, findRisks, sortByRisk } from '../src/review/entry-risk.ts';

type Given = Partial<Pick<AuditEntry, 'id' | 'action' | 'changes' | 'timestamp'>> & { role?: string; signed?: boolean };

/** On a Tuesday at noon in UTC. */
const NOON = '2026-03-03T12:00:00.000Z';

const entry = ({ role = 'quality_specialist', signed = false, ...given }: Given = {}): AuditEntry =>
  ({
    id: 'log_1',
    action: 'update',
    changes: { description: { from: 'a', to: 'b' } },
    timestamp: NOON,
    user: { id: 'usr_1', email: null, name: 'Ann', role },
    signature: { required: signed, signed, signature_id: null, meaning: null },
    ...given,
  }) as AuditEntry;

const change = (path: string, from: unknown = 'a') => ({ changes: { [path]: { from, to: 'b' } } });

describe('the risks of an entry', () => {
  const CASES: [what: string, given: Given, risks: string[], circumstances?: { after?: boolean; zone?: string }][] = [
    ['a changed description', {}, []],
    ['a deletion', { action: 'delete', changes: {} }, ['deleted']],
    ['a corrected result', change('extracted_data.test_results.2'), ['result_corrected']],
    ['a critical field', change('root_cause.category'), ['critical_field']],
    ['a critical attribute', change('attributes.risk_level'), ['critical_field']],
    ['a critical field that had no value', change('root_cause.category', null), []],
    ['a field that only begins like a critical one', change('priority_note'), []],
    ['an act of an administrator', { role: 'system_admin' }, ['by_administrator']],
    ['an act at night', { timestamp: '2026-03-03T22:30:00.000Z' }, ['odd_hours']],
    ['an act at noon that is night there', {}, ['odd_hours'], { zone: 'Pacific/Auckland' }],
    ['an act on a Sunday', { timestamp: '2026-03-01T12:00:00.000Z' }, ['odd_hours']],
    ['a change after an approval', {}, ['changed_after_approval'], { after: true }],
    ['a move of state after an approval', { action: 'transition', ...change('status') }, [], { after: true }],
    [
      'several at once, the most serious first',
      { ...change('classification'), role: 'system_admin' },
      ['changed_after_approval', 'critical_field', 'by_administrator'],
      { after: true },
    ],
  ];
  for (const [what, given, risks, { after = false, zone = 'UTC' } = {}] of CASES)
    it(`of ${what}: ${risks.join(', ') || 'none'}`, () => {
      expect(findRisks(entry(given), { isAfterApproval: after, zone })).to.deep.equal(risks);
    });

  it('order a trail: the most serious first, the newest first among equals', () => {
    const trail = [
      entry({ id: 'newest' }),
      entry({ id: 'deleted', action: 'delete', changes: {} }),
      entry({ id: 'after', ...change('description') }),
      entry({ id: 'approval', action: 'approve', ...change('status') }),
      entry({ id: 'before' }),
    ];
    const sorted = sortByRisk(trail, { wasApproved: false, zone: 'UTC' });
    expect(sorted.map(({ entry: { id } }) => id)).to.deep.equal(['deleted', 'newest', 'after', 'approval', 'before']);
    const all = sortByRisk([entry()], { wasApproved: true, zone: 'UTC' });
    expect(all[0]?.risks).to.deep.equal(['changed_after_approval']);
  });
});

describe('a change of content', () => {
  it('is any but that of the state and the bookkeeping', () => {
    expect(changesContent(entry({ action: 'create', changes: {} }))).to.equal(true);
    expect(changesContent(entry({ action: 'transition', ...change('status') }))).to.equal(false);
    expect(changesContent(entry({ action: 'transition', ...change('root_cause') }))).to.equal(true);
    expect(changesContent(entry({ action: 'read', changes: {} }))).to.equal(false);
  });
});
