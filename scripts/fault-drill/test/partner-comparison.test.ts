import { expect } from 'chai';
import { comparePartner, type StoredSync } from '../check/partner-comparison.ts';

const THERE = [
  { id: 'X-1', name: 'one', mark: 'new', changedAt: '2026-03-02T09:00:00.000Z', changes: 1 },
  { id: 'X-2', name: 'two', mark: 'marked', changedAt: '2026-03-02T09:00:01.000Z', changes: 3 },
];

const sound = (): StoredSync => ({
  links: [
    { externalId: 'X-1', entityId: 'ent_1' },
    { externalId: 'X-2', entityId: 'ent_2' },
  ],
  records: [
    { id: 'ent_1', name: 'one', mark: 'new', version: 1 },
    { id: 'ent_2', name: 'two', mark: 'marked', version: 2 },
  ],
});

const broken = (change: (stored: StoredSync) => void): string[] => {
  const stored = sound();
  change(stored);
  return comparePartner(THERE, stored).synchronised;
};

describe('the comparison of external records with what is here', () => {
  it('finds nothing where each is here once, though several changes were taken as one', () => {
    expect(broken(() => {})).to.deep.equal([]);
  });

  it('finds a record that was not taken', () => {
    expect(broken(({ links, records }) => [links.pop(), records.pop()])).to.deep.equal(['X-2 has 0 links']);
  });

  it('finds a record that was made twice', () => {
    expect(
      broken(({ records }) => records.push({ id: 'ent_3', name: 'two', mark: 'marked', version: 1 })),
    ).to.deep.equal(['ent_3 (two) has no link']);
  });

  it('finds a link without its record, a second link, and one of what is not there', () => {
    expect(broken(({ records }) => records.shift())).to.deep.equal(['X-1 has no record']);
    expect(broken(({ links }) => links.push({ externalId: 'X-1', entityId: 'ent_1' }))).to.deep.equal([
      'X-1 has 2 links',
    ]);
    expect(broken(({ links }) => links.push({ externalId: 'X-9', entityId: 'ent_1' }))).to.deep.equal([
      'X-9 is not there',
    ]);
  });

  it('finds a record that stands here as it stood there before', () => {
    expect(broken(({ records }) => Object.assign(records[1] ?? {}, { mark: 'old' }))).to.deep.equal([
      'X-2 is old here and marked there',
    ]);
  });

  it('finds a change that was written more than once', () => {
    expect(broken(({ records }) => Object.assign(records[0] ?? {}, { version: 2 }))).to.deep.equal([
      'X-1 has 2 versions of 1',
    ]);
  });
});
