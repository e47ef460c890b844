import { expect } from 'chai';
import { type Addressed, compareDeliveries } from '../check/delivery-comparison.ts';
import type { Receipt } from '../receiver/receiver.ts';

const SINCE = 1_000_000;
const LATER = SINCE + 60_000;

const receiptOf = (number: number, change: Partial<Receipt> = {}): Receipt => ({
  ...{
    messageId: `msg_${number}`,
    entryId: `log_${number}`,
    body: `body ${number}`,
    at: SINCE + number,
    isTaken: true,
  },
  ...change,
});

/** A webhook at which so many entries arrived, each once; one of them only at the second try. */
const sound = (count = 200): { addressed: Addressed; receipts: Receipt[] } => {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const receipts = [receiptOf(1, { isTaken: false }), ...numbers.map((number) => receiptOf(number))];
  const before = { id: 'log_before', at: new Date(SINCE) };
  const entries = [before, ...numbers.map((number) => ({ id: `log_${number}`, at: new Date(SINCE + number) }))];
  return { addressed: { hook: { id: 'whk_1', since: new Date(SINCE), receipts }, entries }, receipts };
};

const again = (count: number, at = LATER): Receipt[] =>
  Array.from({ length: count }, (_, index) => receiptOf(index + 1, { at: at + index }));

const brokenBy = (change: (receipts: Receipt[]) => void, interruptions: readonly number[] = []): string[] => {
  const { addressed, receipts } = sound();
  change(receipts);
  const { breaches } = compareDeliveries([addressed], interruptions);
  return Object.entries(breaches).flatMap(([rule, broken]) => (broken.length > 0 ? [rule] : []));
};

describe('the comparison of what arrived at webhooks with the audit entries', () => {
  it('finds nothing where each entry arrived, at whichever try', () => {
    expect(brokenBy(() => {})).to.deep.equal([]);
  });

  it('finds an entry that never arrived, or was never answered with success', () => {
    expect(brokenBy((receipts) => receipts.pop())).to.deep.equal(['delivered']);
    expect(brokenBy((receipts) => Object.assign(receipts.at(-1) ?? {}, { isTaken: false }))).to.deep.equal([
      'delivered',
    ]);
  });

  it('asks for each entry at each webhook', () => {
    const [{ addressed }, other] = [sound(), sound()];
    other.receipts.pop();
    const { breaches } = compareDeliveries([addressed, other.addressed], []);
    expect(breaches.delivered).to.deep.equal(['log_200 at whk_1']);
  });

  it('finds an id that came with another body, also at another try', () => {
    const first = (change: Partial<Receipt>) => (receipts: Receipt[]) => Object.assign(receipts[0] ?? {}, change);
    expect(brokenBy(first({ body: 'another' }))).to.deep.equal(['sameId']);
  });

  it('finds an entry that came by another id', () => {
    expect(brokenBy((receipts) => receipts.push(receiptOf(2, { messageId: 'msg_another' })))).to.deep.equal(['sameId']);
  });

  it('finds it when more than one in a hundred was taken again', () => {
    expect(brokenBy((receipts) => receipts.push(...again(2)))).to.deep.equal([]);
    expect(brokenBy((receipts) => receipts.push(...again(3)))).to.deep.equal(['repeated']);
  });

  it('does not count what was taken again after an interruption, before which it may not have been recorded', () => {
    const repeat = (receipts: Receipt[]) => receipts.push(...again(50));
    expect(brokenBy(repeat, [LATER - 1])).to.deep.equal([]);
    expect(brokenBy(repeat, [SINCE - 1_000])).to.deep.equal([]);
    expect(brokenBy(repeat, [SINCE - 60_000])).to.deep.equal(['repeated']);
    expect(brokenBy(repeat, [LATER + 60_000])).to.deep.equal(['repeated']);
  });

  it('counts deliveries once, however often they were made', () => {
    const { addressed, receipts } = sound();
    receipts.push(...again(3), ...again(1, LATER + 1_000));
    const { counts } = compareDeliveries([addressed], [LATER + 900]);
    expect(counts).to.deep.equal({ deliveries: 200, repeated: 4, unexplained: 3 });
  });
});
