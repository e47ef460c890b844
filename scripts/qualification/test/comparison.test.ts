import { expect } from 'chai';
import { comparePacks, type ReadPack } from '../comparison.ts';

const step = (id: string, title: string, more = {}) => ({
  ...{ id, title, specification: '200', outcome: 'passed' as const, covers: ['getSupplier'], ...more },
});

const pack = (version: string, more: Partial<ReadPack>): ReadPack => ({
  version,
  run: version,
  requirements: [],
  steps: [],
  ...more,
});

describe('the comparison of two qualification packs', () => {
  it('names what is new, gone, worded differently, expected differently, and with another result', () => {
    const before = pack('1', {
      requirements: [
        { id: 'A', text: 'a' },
        { id: 'B', text: 'b' },
      ],
      steps: [step('OQ-1', 'kept'), step('OQ-2', 'gone'), step('OQ-3', 'stricter')],
    });
    const after = pack('2', {
      requirements: [
        { id: 'A', text: 'changed' },
        { id: 'C', text: 'c' },
      ],
      steps: [
        step('OQ-1', 'kept', { outcome: 'failed' }),
        step('OQ-2', 'stricter', { specification: '201' }),
        step('OQ-3', 'new'),
      ],
    });
    expect(comparePacks(before, after).join('\n')).to.equal(
      [
        'Version 1 (run 1) compared with version 2 (run 2)',
        'Requirements that are new:\n  C: c',
        'Requirements that are gone:\n  B: b',
        'Requirements that are worded differently:\n  A: changed',
        'Steps that are new:\n  OQ-3 new',
        'Steps that are gone:\n  OQ-2 gone',
        'Steps that expect something else:\n  OQ-2 stricter: 200 → 201',
        'Steps with another result:\n  OQ-1 kept: passed → failed',
      ].join('\n'),
    );
  });
});
