import { expect } from 'chai';
import { Condition, eventFits, holds, needsRecord, Path, type Scope, When } from '../src/definition/condition.ts';

const scope: Scope = {
  event: {
    type: 'capa',
    status: 'closed',
    score: 70,
    due_date: '2026-03-01',
    urgent: true,
    category: null,
    cause: { category: 'equipment' },
    labels: ['sterile', 'batch'],
  },
  changes: { status: { from: 'verification', to: 'closed' }, 'cause.category': { from: null, to: 'equipment' } },
  record: { open_capas: 0, classification: 'major', root_cause: { category: 'method' } },
};

describe('the conditions of a reaction', () => {
  for (const [rule, when] of [
    ['a value is equal to the one given', { status: 'closed', score: 70, urgent: true }],
    ['nothing is asked for', {}],
    ['a value in an object is', { 'cause.category': 'equipment' }],
    ['what is absent is null', { nothing: null, 'cause.nothing': null, category: null }],
    ['eq', { status: { eq: 'closed' } }],
    ['ne', { status: { ne: 'draft' }, nothing: { ne: 'draft' } }],
    ['gt', { score: { gt: 69 }, due_date: { gt: '2026-02-28' } }],
    ['ge', { score: { ge: 70 } }],
    ['lt', { score: { lt: 71 }, due_date: { lt: '2026-03-02' } }],
    ['le', { score: { le: 70 } }],
    ['in', { status: { in: ['draft', 'closed'] }, nothing: { in: [null] } }],
    ['all operators of a path hold', { score: { gt: 69, lt: 71, ne: 0 } }],
    ['one member of a list fits', { labels: 'batch' }],
    ['no member of a list is equal', { labels: { ne: 'vial' } }],
    ['the record that waits is so', { 'record.open_capas': 0, 'record.root_cause.category': 'method' }],
    ['the event changed a value to this one', { 'changes.status': 'closed', 'changes.cause.category': 'equipment' }],
    ['the event changed a value from this one', { 'former.status': 'verification' }],
    ['the event did not change a value', { 'changes.score': null, 'former.score': null }],
  ] as [string, When][])
    it(`hold where ${rule}`, () => {
      expect(holds(when, scope)).to.equal(true);
    });

  for (const [rule, when] of [
    ['a value is another', { status: 'draft' }],
    ['one of several does not', { status: 'closed', type: 'deviation' }],
    ['eq', { status: { eq: 'draft' } }],
    ['ne', { status: { ne: 'closed' } }],
    ['gt, at the value itself', { score: { gt: 70 } }],
    ['ge', { score: { ge: 71 } }],
    ['lt, at the value itself', { score: { lt: 70 } }],
    ['le', { score: { le: 69 } }],
    ['in', { status: { in: ['draft', 'submitted'] } }],
    ['one operator of several does not', { score: { gt: 69, lt: 70 } }],
    ['a number is compared with a text', { score: { lt: '9' } }],
    ['what is absent is compared', { nothing: { lt: 5 } }],
    ['the text of a number is no number', { score: '70' }],
    ['a member of a list is equal', { labels: { ne: 'batch' } }],
    ['the value lies behind a text', { 'status.length': 6 }],
    ['the name is one of every object', { 'cause.constructor': { ne: null } }],
    ['the event changed nothing to this', { 'changes.type': 'capa' }],
    ['the record that waits is another', { 'record.open_capas': { gt: 0 } }],
  ] as [string, When][])
    it(`do not hold where ${rule}`, () => {
      expect(holds(when, scope)).to.equal(false);
    });

  it('are looked at for the event before the record is read', () => {
    const { record: _record, ...trigger } = scope;
    expect(needsRecord({ status: 'closed', 'record.open_capas': 0 })).to.equal(true);
    expect(needsRecord({ status: 'closed', records: 1 })).to.equal(false);
    expect(eventFits({ status: 'closed', 'record.open_capas': 5 }, trigger)).to.equal(true);
    expect(eventFits({ status: 'draft', 'record.open_capas': 0 }, trigger)).to.equal(false);
  });

  for (const [rule, condition] of [
    ['an empty object', {}],
    ['an unknown operator', { like: 'a' }],
    ['an order of truth', { gt: true }],
    ['a list without operator', ['a', 'b']],
    ['an empty list', { in: [] }],
    ['an object to be equal to', { eq: { a: 1 } }],
  ] as [string, unknown][])
    it(`refuse ${rule}`, () => {
      expect(Condition.safeParse(condition).success).to.equal(false);
    });

  it('refuse an invalid path', () => {
    for (const path of ['', 'a..b', '.a', 'a.', 'a b', '$where', '__proto__', 'record.__proto__.x', 'a'.repeat(129)])
      expect(Path.safeParse(path).success, path).to.equal(false);
    for (const path of ['status', 'record.root_cause.category', 'attributes.batch-code', 'a.0.b'])
      expect(Path.safeParse(path).success, path).to.equal(true);
    expect(When.safeParse({ 'a b': 1 }).success).to.equal(false);
  });
});
