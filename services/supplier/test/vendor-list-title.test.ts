import { expect } from 'chai';
import { shortenedFact, toFilename, toTable } from '../src/vendor-list/vendor-list.ts';

const call = { now: new Date('2026-11-22T09:00:00.000Z'), actor: { name: 'Marta Rossi', email: null } } as never;

describe('the title of a vendor list', () => {
  for (const [statuses, title, filename] of [
    [['qualified', 'conditional'], 'Approved vendor list', 'approved-vendor-list-2026-11-22.pdf'],
    [['qualified'], 'Approved vendor list', 'approved-vendor-list-2026-11-22.pdf'],
    [['disqualified'], 'Suppliers: disqualified', 'suppliers-disqualified-2026-11-22.pdf'],
    [['qualified', 'new'], 'Suppliers: qualified, new', 'suppliers-qualified-new-2026-11-22.pdf'],
  ] as const)
    it(`names its suppliers: ${statuses}`, () => {
      const request = { format: 'pdf', statuses, includeComponents: false } as const;
      expect(toTable(request, 'Acme', call).title).to.equal(title);
      expect(toFilename(request, { now: new Date('2026-11-22T09:00:00.000Z'), zone: 'UTC' })).to.equal(filename);
    });

  it('stands with a note of what its lines leave out', () => {
    const row = { name: 'Acme', supplier_code: 'A-1', items_left_out: 300 } as never;
    const request = { format: 'pdf', statuses: ['qualified'], includeComponents: true } as const;
    expect(shortenedFact(row, request)).to.deep.equal(['Acme, A-1', 'and 300 components more than are listed']);
    expect(shortenedFact(row, { ...request, includeComponents: false })).to.equal(undefined);
  });
});
