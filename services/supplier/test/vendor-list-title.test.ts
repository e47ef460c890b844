import { expect } from 'chai';
import { filenameOf, shortenedFact, tableOf } from '../src/vendor-list/vendor-list.ts';

const call = { now: new Date('2026-11-22T09:00:00.000Z'), actor: { name: 'Marta Rossi', email: null } } as never;

describe('the title of a vendor list', () => {
  for (const [statuses, title, filename] of [
    [['qualified', 'conditional'], 'Approved vendor list', 'approved-vendor-list-2026-11-22.pdf'],
    [['qualified'], 'Approved vendor list', 'approved-vendor-list-2026-11-22.pdf'],
    [['disqualified'], 'Suppliers: disqualified', 'suppliers-disqualified-2026-11-22.pdf'],
    [['qualified', 'new'], 'Suppliers: qualified, new', 'suppliers-qualified-new-2026-11-22.pdf'],
  ] as const)
    it(`says which suppliers it has: ${statuses}`, () => {
      const request = { format: 'pdf', statuses, includeComponents: false } as const;
      expect(tableOf(request, 'Acme', call).title).to.equal(title);
      expect(filenameOf(request, { now: new Date('2026-11-22T09:00:00.000Z'), zone: 'UTC' })).to.equal(filename);
    });

  it('goes with what its lines leave out of a supplier', () => {
    const row = { name: 'Acme', supplier_code: 'A-1', items_left_out: 300 } as never;
    const request = { format: 'pdf', statuses: ['qualified'], includeComponents: true } as const;
    expect(shortenedFact(row, request)).to.deep.equal(['Acme, A-1', 'and 300 components more than are listed']);
    expect(shortenedFact(row, { ...request, includeComponents: false })).to.equal(undefined);
  });
});
