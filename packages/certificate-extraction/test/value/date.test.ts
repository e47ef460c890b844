import { expect } from 'chai';
import { type DateOrder, looksLikeDate, readDate, toIsoDate } from '../../src/value/date.ts';
import { decideDateOrder } from '../../src/value/date-order.ts';

const iso = (text: string, order: DateOrder = 'dmy', missing: 'first' | 'last' = 'first') => {
  const date = readDate(text, order);
  return date && toIsoDate(date, missing);
};

describe('dates as printed', () => {
  const forms: readonly [string, string | null][] = [
    ['2026-03-01', '2026-03-01'],
    ['2026/3/1', '2026-03-01'],
    ['2026.03.01', '2026-03-01'],
    ['2026. 3. 1.', '2026-03-01'],
    ['20260301', '2026-03-01'],
    ['2026年3月1日', '2026-03-01'],
    ['2026-03-01T10:15:00Z', '2026-03-01'],
    ['2026 03 01', '2026-03-01'],
    ['2026-Mar-01', '2026-03-01'],
    ['01/03/2026', '2026-03-01'],
    ['1.3.2026', '2026-03-01'],
    ['01.03.26', '2026-03-01'],
    ['01-Mar-2026', '2026-03-01'],
    ['01Mar2026', '2026-03-01'],
    ['01-MAR-26', '2026-03-01'],
    ['01 / Mar / 2026', '2026-03-01'],
    ['March 1, 2026', '2026-03-01'],
    ['March 01 2026', '2026-03-01'],
    ['Mar. 1st, 2026', '2026-03-01'],
    ['Mar-01-2026', '2026-03-01'],
    ['1st March 2026', '2026-03-01'],
    ['1st of March, 2026', '2026-03-01'],
    ['1. März 2026', '2026-03-01'],
    ['1 de marzo de 2026', '2026-03-01'],
    ['1er mars 2026', '2026-03-01'],
    ['Sunday, March 1, 2026', '2026-03-01'],
    ['01-Mar-2026 14:05', '2026-03-01'],
    ['03/15/2026 2:05 PM', '2026-03-15'],
    [': 15/03/2026', '2026-03-15'],
    ['31/02/2026', null],
    ['32/01/2026', null],
    ['2026-13-01', null],
    ['00/03/2026', null],
    ['1.3/01/2026', null],
    ['Marble 2026', null],
    ['Batch 2026-03-01', null],
    ['12345', null],
    ['6.5', null],
  ];
  for (const [text, date] of forms) it(`reads "${text}" as ${date}`, () => expect(iso(text)).to.equal(date));

  const months: readonly [string, string][] = [
    ['MAR-2026', '2026-03-31'],
    ['Mar 2026', '2026-03-31'],
    ['March, 2026', '2026-03-31'],
    ['Mar-26', '2026-03-31'],
    ['03/2026', '2026-03-31'],
    ['03.2026', '2026-03-31'],
    ['2026/03', '2026-03-31'],
    ['2026-03', '2026-03-31'],
    ['2026年3月', '2026-03-31'],
    ['02/2028', '2028-02-29'],
    ['03/26', '2026-03-31'],
  ];
  for (const [text, date] of months) {
    it(`ends "${text}" with its month`, () => {
      expect(iso(text, 'dmy', 'last')).to.equal(date);
      expect(iso(text, 'dmy', 'first')).to.equal(`${date.slice(0, 8)}01`);
    });
  }

  it('follows the order of the document where both fit', () => {
    expect(iso('03/04/2026', 'dmy')).to.equal('2026-04-03');
    expect(iso('03/04/2026', 'mdy')).to.equal('2026-03-04');
    expect(readDate('03/04/2026', 'mdy')?.ambiguous).to.equal(true);
    expect(readDate('13/04/2026', 'mdy')?.ambiguous).to.equal(false);
  });

  it('tells dates from batch numbers', () => {
    expect(looksLikeDate('12-Jan-2026')).to.equal(true);
    expect(looksLikeDate('AB-2026-01')).to.equal(false);
  });
});

describe('order of day and month in a document', () => {
  const documents: readonly [string, DateOrder, 'sure' | 'hinted' | 'open'][] = [
    ['03/04/2026 and 25/04/2026', 'dmy', 'sure'],
    ['03/04/2026 and 04/25/2026', 'mdy', 'sure'],
    ['Date (MM/DD/YYYY): 03/04/2026', 'mdy', 'sure'],
    ['Date (DD/MM/YYYY): 03/04/2026, San Diego, CA 92121', 'dmy', 'sure'],
    ['03.04.2026', 'dmy', 'sure'],
    ['03/04/2026 San Diego, CA 92121', 'mdy', 'hinted'],
    ['03/04/2026 Mumbai, India', 'dmy', 'hinted'],
    ['March 4, 2026 and 03/04/2026', 'mdy', 'hinted'],
    ['4 March 2026 and 03/04/2026', 'dmy', 'hinted'],
    ['03/04/2026', 'dmy', 'open'],
  ];
  for (const [text, order, how] of documents)
    it(`is ${order} in "${text}", ${how}`, () =>
      expect(decideDateOrder(text)).to.include({ order, sure: how === 'sure', hinted: how !== 'open' }));

  it('says so where a document shows both', () =>
    expect(decideDateOrder('25/04/2026 26/04/2026 04/27/2026')).to.include({ order: 'dmy', mixed: true }));
});
