import { expect } from 'chai';
import { toFindings } from '../check/findings.ts';
import { RULES, type Rule } from '../check/rules.ts';
import type { Stored } from '../check/stored.ts';
import { findBrokenChain, findInvalidSignatures } from '../check/verification.ts';
import type { Answer, Api } from '../load/api.ts';
import { makeSound, raised, type Sound, toEntries, toReceipt, unchanged } from './sound-evidence.ts';

type Change = (evidence: Sound) => void;
type Case = readonly [what: string, change: Change, rules: readonly Rule[]];
type ListOf<Part extends keyof Stored> = Stored[Part] extends (infer Row)[] ? Row : never;
type Part = { [Name in keyof Stored]: Stored[Name] extends unknown[] ? Name : never }[keyof Stored];

const stored =
  (change: (stored: Stored) => void): Change =>
  ({ organizations: [organization] }) => {
    if (organization) change(organization.stored);
  };

const set = <P extends Part>(part: P, index: number, change: Partial<ListOf<P>>): Change =>
  stored((all) => Object.assign(all[part].at(index) as object, change));

const add = <P extends Part>(part: P, row: ListOf<P>): Change => stored((all) => (all[part] as unknown[]).push(row));

const drop = (part: Part, index: number): Change => stored((all) => all[part].splice(index, 1));

/** Repeats a row of a part, with another identity or without. */
const repeat = <P extends Part>(part: P, change: Partial<ListOf<P>> = {}): Change =>
  stored((all) => (all[part] as unknown[]).push({ ...(all[part][0] as object), ...change }));

const entry = (part: Parameters<typeof toEntries>[0][number]): Change =>
  stored(({ entries }) => entries.push(...toEntries([{ at: 0, ...part }], entries.length + 1)));

const all =
  (...changes: Change[]): Change =>
  (evidence) => {
    for (const change of changes) change(evidence);
  };

const receipts =
  (change: (receipts: Sound['organizations'][number]['webhooks'][number]['receipts']) => void): Change =>
  ({ organizations: [organization] }) => {
    if (organization?.webhooks[0]) change(organization.webhooks[0].receipts);
  };

const LATER = 1_060_000;
/** The first deliveries are taken once more, so many of them. */
const again = (count: number): Change =>
  receipts((known) => known.push(...known.slice(1, count + 1).map(({ entryId }) => toReceipt(entryId, { at: LATER }))));

const interrupted =
  (at: number): Change =>
  ({ interruptions }) =>
    interruptions.push(at);

const organization =
  (change: Partial<Sound['organizations'][number]>): Change =>
  ({ organizations: [one] }) =>
    Object.assign(one ?? {}, change);

const brokenBy = (change: Change): string[] => {
  const evidence = makeSound();
  change(evidence);
  return Object.keys(toFindings(evidence).breaches);
};

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'what was acknowledged': [
    [
      'a write that was never acknowledged',
      ({ organizations: [one] }) => one?.ledger.unfinished.push('a write'),
      ['acknowledged'],
    ],
    ['an internal error', ({ organizations: [one] }) => one?.ledger.internal.push('POST /v1'), ['internal']],
    [
      'an event without a queue that was taken for confirmed',
      (one) => Object.assign(one.seen, { returned: ['evt_1'] }),
      ['returned'],
    ],
    ['an outbox that is not empty', ({ underWay }) => Object.assign(underWay, { outboxes: 1 }), ['outboxes']],
    ['a queue that is not empty', ({ underWay }) => Object.assign(underWay, { queues: 1 }), ['queues']],
    ['a parked message', ({ underWay }) => Object.assign(underWay, { parked: 1 }), ['parked']],
  ],
  records: [
    ['a lost record', drop('records', 0), ['present', 'counted', 'projected']],
    [
      'a record that exists twice',
      add('records', { id: 'ent_3', name: 'one', version: 1, counter: 0, marks: [] }),
      ['once', 'counted', 'projected', 'history'],
    ],
    [
      'a running total that is not the number of records',
      stored((one) => Object.assign(one, { counted: 3 })),
      ['counted'],
    ],
    ['a change that was applied twice', set('records', 0, { counter: 2 }), ['applied', 'projected']],
    ['a lost change', set('records', 0, { marks: [] }), ['applied', 'projected']],
    ['a missing record of the read model', drop('projected', 1), ['projected']],
    ['an old record of the read model', set('projected', 0, { version: 1 }), ['projected']],
    ['a record of the read model that does not exist', repeat('projected', { id: 'ent_7' }), ['projected']],
  ],
  'history and audit log': [
    ['a lost version', drop('history', 0), ['history', 'foreign']],
    ['a lost last version', drop('history', 1), ['history', 'foreign']],
    ['a missing audit entry', all(drop('entries', 5), stored(renumber)), ['audited']],
    ['a second audit entry', entry({ entityId: 'ent_1', version: 2, changes: raised(0, 1) }), ['auditedOnce']],
    ['an audit entry of a record that does not exist', entry({ entityId: 'ent_7' }), ['foreign']],
    ['history and audit log that disagree', set('entries', 2, { changes: raised(0, 2) }), ['agreeing']],
    ['a gap in the sequence', set('entries', 2, { sequence: 5 }), ['sequence']],
    ['an event that was recorded twice', set('entries', 0, { eventId: 'evt_2' }), ['sequence']],
    ['a chain that does not verify', organization({ brokenChain: ['at 3'] }), ['chain']],
  ],
  suppliers: [
    ['a supplier that is listed as it was before', set('listed', 0, { version: 2, riskScore: null }), ['suppliers']],
    ['a supplier that is not listed', drop('listed', 0), ['suppliers']],
    ['a listed supplier that does not exist', repeat('listed', { id: 'ent_7' }), ['suppliers']],
    [
      'another status than was acknowledged',
      all(set('suppliers', 0, { status: 'qualified' }), set('listed', 0, { status: 'qualified' })),
      ['applied'],
    ],
    [
      'another score than was acknowledged',
      all(set('suppliers', 0, { riskScore: 41 }), set('listed', 0, { riskScore: 41 })),
      ['applied'],
    ],
    ['a missing qualification', drop('qualifications', 0), ['qualified']],
    ['a qualification that exists twice', repeat('qualifications', { id: 'qual_2' }), ['qualified']],
    ['a qualification of another status', set('qualifications', 0, { status: 'qualified' }), ['qualified']],
    ['a qualification that is no transition in the audit log', set('entries', 4, { action: 'update' }), ['qualified']],
    ['a missing assessment', drop('assessments', 0), ['assessed']],
    ['an assessment that exists twice', repeat('assessments', { id: 'risk_2' }), ['assessed']],
  ],
  certificates: [
    ['a lost certificate', drop('certificates', 0), ['present', 'left']],
    ['a certificate that exists twice', repeat('certificates', { id: 'cert_2' }), ['once', 'suppliers', 'extracted']],
    ['a lost change', set('certificates', 0, { version: 3 }), ['applied']],
    ['another status than was acknowledged', set('certificates', 0, { status: 'pending' }), ['applied', 'suppliers']],
    [
      'a certificate that is listed as it was before',
      set('listedCertificates', 0, { version: 3, status: 'pending' }),
      ['suppliers'],
    ],
    ['a certificate that is not listed', drop('listedCertificates', 0), ['suppliers']],
    ['a lost version', drop('history', 6), ['history', 'foreign']],
    ['another file than was sent', set('files', 0, { checksum: 'sha256:2' }), ['filed']],
    ['a lost file', drop('files', 0), ['filed']],
    ['a used file that is marked for deletion', set('files', 0, { isMarked: true }), ['left']],
    ['an unused file that is not marked', repeat('files', { id: 'file_2' }), ['left']],
    ['nothing in an unused file that is marked', repeat('files', { id: 'file_2', isMarked: true }), []],
    ['an extraction that did not end', set('certificates', 0, { extraction: 'processing' }), ['extracted']],
    ['an extraction that ran twice', set('certificates', 0, { run: 2 }), ['extracted']],
    [
      'an extraction that ended twice',
      entry({ entityId: 'cert_1', version: 3, userId: 'system' }),
      ['auditedOnce', 'extracted'],
    ],
  ],
  'quality events': [
    ['a lost quality event', drop('events', 0), ['present', 'counted', 'foreign']],
    [
      'a quality event that exists twice',
      repeat('events', { id: 'qe_2', version: 0, number: 'CAPA-2026-0002', lastTransition: null, status: 'draft' }),
      ['once', 'counted', 'current'],
    ],
    ['a lost change', set('events', 0, { fields: { description: 'before' } }), ['applied']],
    ['a change that was applied twice', set('events', 0, { version: 5 }), ['applied', 'audited']],
    ['a missing number', set('events', 0, { number: 'CAPA-2026-0002' }), ['applied', 'numbered']],
    ['a number of another form', set('events', 0, { number: 'CAPA-26-1' }), ['applied', 'numbered']],
    [
      'a running total that is not the number of events',
      stored((one) => Object.assign(one, { eventTotals: {} })),
      ['counted'],
    ],
    ['a quality event that is listed as it was before', set('listedEvents', 0, { version: 3 }), ['suppliers']],
    ['a quality event that is not listed', drop('listedEvents', 0), ['suppliers']],
    ['a listed quality event that does not exist', repeat('listedEvents', { id: 'qe_7' }), ['suppliers']],
    ['a second audit entry of a version', entry({ entityId: 'qe_1', version: 3 }), ['auditedOnce']],
    ['an audit entry of a version that does not exist', entry({ entityId: 'qe_1', version: 9 }), ['foreign']],
  ],
  workflows: [
    ['a transition that the record has not applied', set('events', 0, { lastTransition: 'trn_2' }), ['moved']],
    ['a transition that the instance does not know', set('instances', 0, { lastTransition: 'trn_2' }), ['current']],
    ['an acknowledged transition that was never made', drop('transitions', 1), ['moved', 'current']],
    ['a transition to another state than was acknowledged', set('transitions', 0, { to: 'submitted' }), ['moved']],
    ['a transition without an audit entry', all(drop('entries', 12), stored(renumber)), ['moved']],
    ['a decision without an audit entry', drop('entries', 13), ['audited', 'moved', 'signed']],
    ['a transition with two audit entries', entry(unchanged('pending_approval')), ['moved']],
    ['a decision that is recorded as another action', set('entries', 13, { action: 'transition' }), ['moved']],
    [
      'transitions that were taken in another order',
      all(set('entries', 10, { version: 4 }), set('entries', 13, { version: 2 })),
      ['moved'],
    ],
    [
      'another status than the state of the instance',
      set('events', 0, { status: 'closed' }),
      ['applied', 'counted', 'current'],
    ],
    [
      'an instance in another state than its last transition',
      set('instances', 0, { state: 'verification' }),
      ['current'],
    ],
    ['a record without a current instance', set('instances', 0, { current: false }), ['current']],
    ['a record with two current instances', repeat('instances'), ['current']],
    ['a lost signature', drop('signatures', 0), ['signed']],
    ['a second signature', repeat('signatures', { id: 'sig_2' }), ['signed']],
    ['a signature of no transition', set('signatures', 0, { to: 'closed' }), ['signed']],
    ['a signature that is not in the audit log', set('entries', 13, { signature: null }), ['signed']],
    ['a signature that does not verify', organization({ invalidSignatures: ['sig_1'] }), ['signed']],
    ['an approval that was decided twice', set('decided', 0, { decisions: 2 }), ['signed']],
    ['a decision that ended no approval', drop('decided', 0), ['signed']],
  ],
  deliveries: [
    ['an entry that never arrived', receipts((known) => known.splice(2, 1)), ['delivered']],
    [
      'an entry that was never answered with success',
      receipts((known) => Object.assign(known[2] ?? {}, { isTaken: false })),
      ['delivered'],
    ],
    [
      'a message with another body at another attempt',
      receipts((known) => Object.assign(known[0] ?? {}, { body: 'another' })),
      ['sameId'],
    ],
    [
      'an entry that arrived as another message',
      receipts((known) => known.push(toReceipt('log_2', { messageId: 'msg_another' }))),
      ['sameId'],
    ],
    ['more than one repetition in a hundred', again(3), ['repeated']],
    ['nothing in two repetitions of two hundred', again(2), []],
    ['nothing in repetitions after an interruption', all(again(50), interrupted(LATER - 1)), []],
    ['nothing in repetitions of what could not be recorded', all(again(50), interrupted(999_000)), []],
    ['repetitions long after an interruption', all(again(50), interrupted(940_000)), ['repeated']],
    ['repetitions before an interruption', all(again(50), interrupted(LATER + 60_000)), ['repeated']],
  ],
  'the external system': [
    [
      'a record that was not taken',
      stored(({ sync }) => void [sync.links.pop(), sync.records.pop()]),
      ['synchronised'],
    ],
    [
      'a record that was made twice',
      stored(({ sync }) => sync.records.push({ id: 'ent_7', name: 'two', mark: 'marked', version: 1 })),
      ['synchronised'],
    ],
    ['a link without its record', stored(({ sync }) => sync.records.shift()), ['synchronised']],
    [
      'a second link',
      stored(({ sync }) => sync.links.push({ externalId: 'X-1', entityId: 'ent_8' })),
      ['synchronised'],
    ],
    [
      'a link of a record that does not exist there',
      stored(({ sync }) => sync.links.push({ externalId: 'X-7', entityId: 'ent_8' })),
      ['synchronised'],
    ],
    ['a lost change', stored(({ sync }) => Object.assign(sync.records[1] ?? {}, { mark: 'old' })), ['synchronised']],
    [
      'a change that was written twice',
      stored(({ sync }) => Object.assign(sync.records[0] ?? {}, { version: 2 })),
      ['synchronised'],
    ],
  ],
};

function renumber({ entries }: Stored): void {
  for (const [index, one] of entries.entries()) one.sequence = index + 1;
}

describe('the checks of the drill', () => {
  it('find nothing where all is as it has to be', () => {
    expect(toFindings(makeSound()).breaches).to.deep.equal({});
  });

  for (const [subject, cases] of Object.entries(CASES))
    describe(`of ${subject}`, () => {
      for (const [what, change, rules] of cases)
        it(`find ${what}`, () => expect(brokenBy(change)).to.have.members([...rules]));
    });

  it('can fail, every one', () => {
    const broken = new Set(Object.values(CASES).flatMap((cases) => cases.flatMap(([, , rules]) => rules)));
    expect([...broken]).to.have.members(Object.keys(RULES));
  });

  it('count the numbers of each type and year apart', () => {
    const isMisnumbered = (type: string, number: string) =>
      brokenBy(repeat('events', { id: 'qe_2', title: 'two', version: 0, type, number })).includes('numbered');
    expect([isMisnumbered('deviation', 'DEV-2026-0001'), isMisnumbered('capa', 'CAPA-2027-0001')]).to.deep.equal([
      false,
      false,
    ]);
    expect([isMisnumbered('deviation', 'DEV-2026-0002'), isMisnumbered('capa', 'CAPA-2026-0003')]).to.deep.equal([
      true,
      true,
    ]);
  });

  it('order entries of transitions that left the record as it was by the time of the act, not of their arrival', () => {
    const twoUnchanged = (planned: number, requested: number) =>
      stored((one) => {
        for (const [index, transition] of one.transitions.entries()) transition.changed = index === 2;
        one.entries.splice(10, 1);
        const first = { ...unchanged('pending_approval'), at: requested };
        one.entries.splice(11, 1, ...toEntries([first, { ...unchanged('action_planning'), at: planned }]));
      });
    expect(brokenBy(twoUnchanged(10, 20))).not.to.include('moved');
    expect(brokenBy(twoUnchanged(20, 10))).to.include('moved');
  });

  it('ask for each entry at each webhook, and name both', () => {
    const evidence = makeSound();
    evidence.organizations[0]?.webhooks[1]?.receipts.splice(2, 1);
    expect(toFindings(evidence).breaches.delivered).to.deep.equal(['log_3 at whk_2']);
  });

  it('count a delivery once, however often it was made', () => {
    const evidence = makeSound();
    all(again(3), again(1), interrupted(LATER - 1))(evidence);
    expect(toFindings(evidence).counts).to.include({ deliveries: 198, repeated: 4, unexplained: 0 });
  });
});

describe('what the drill asks the API to verify', () => {
  const answering = (answers: Readonly<Record<string, Answer>>) => {
    const api: Api = {
      attempt: () => Promise.reject(new Error('The check repeats its requests.')),
      insist: ({ path }) => Promise.resolve(answers[path] ?? { status: 404, body: null }),
    };
    return { apis: [api, api] as const };
  };
  const chain = (data: object) => answering({ '/v1/audit-logs/verify': { status: 200, body: { data } } });
  const signature = (data: object) => answering({ '/v1/signatures/sig_1/verify': { status: 200, body: { data } } });

  it('is a chain, of which the first broken entry is named', async () => {
    expect(await findBrokenChain(chain({ valid: true, first_broken: null }))).to.deep.equal([]);
    expect(await findBrokenChain(chain({ valid: false, first_broken: { sequence: 3 } }))).to.deep.equal([
      '{"sequence":3}',
    ]);
  });

  it('is each signature, with the reason for which it is invalid', async () => {
    const find = (data: object) => findInvalidSignatures(signature(data), ['sig_1']);
    expect(await find({ status: 'valid', reason: null })).to.deep.equal([]);
    expect(await find({ status: 'invalid', reason: 'record_changed' })).to.deep.equal(['sig_1 is record_changed']);
  });

  it('is not taken for verified when the API refuses the request', async () => {
    for (const find of [() => findBrokenChain(answering({})), () => findInvalidSignatures(answering({}), ['sig_1'])])
      expect(await find().catch((error: Error) => error)).to.be.an('error');
  });
});
