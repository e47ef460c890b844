import { expect } from 'chai';
import { directionMark, visualRuns } from '../src/pdf-direction.ts';

/** A line as it is seen from left to right: a part of the other direction with its letters turned round. */
const seen = (line: string): string =>
  visualRuns(line)
    .map(({ text, isRightToLeft }) =>
      isRightToLeft && /\p{L}/u.test(text) ? Array.from(text).reverse().join('') : text,
    )
    .join('');

describe('The order of directions in a line', () => {
  const cases: [stored: string, shown: string][] = [
    ['Acme 123', 'Acme 123'],
    ['שלום', 'םולש'],
    ['שלום עולם', 'םלוע םולש'],
    ['Acme שלום עולם Ltd', 'Acme םלוע םולש Ltd'],
    ['שלום 2026 Acme', 'Acme 2026 םולש'],
    ['שלום (Acme) עולם', 'םלוע (Acme) םולש'],
    ['Acme (שלום) 12', 'Acme (םולש) 12'],
    ['שלום - 12', '12 - םולש'],
  ];
  for (const [stored, shown] of cases)
    it(`of ${JSON.stringify(stored)}`, () => {
      expect(seen(stored)).to.equal(shown);
    });

  it('is that of its paragraph in each of its lines', () => {
    expect(seen(`${directionMark('שלום Acme 12 עולם')}Acme, עולם`)).to.equal('םלוע ,Acme');
    expect(seen(`${directionMark('Acme')}עולם, Acme`)).to.equal('םלוע, Acme');
  });
});
