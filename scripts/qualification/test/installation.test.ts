import { expect } from 'chai';
import { compareClocks } from '../api-checks.ts';
import { findDifferences, readBaseline, type Setting } from '../baseline.ts';
import { findUnsignedClosures } from '../closing-signature.ts';
import { findSharedUsers } from '../host-checks.ts';
import { DEFAULT_BASELINE } from '../installation.ts';

const program = (name: string, environment: Record<string, string>) => ({ name, environment });

describe('the installation qualification', () => {
  it('finds one user for all databases, and a program without a user', () => {
    const programs = [
      program('entity', { MONGODB_URI: 'mongodb://all:secret@host/' }),
      program('quality', { MONGODB_URI: 'mongodb://all:secret@host/' }),
      program('audit', { MONGODB_URI: 'mongodb://host/' }),
    ];
    expect(findSharedUsers(programs, 'MONGODB_URI')).to.deep.equal([
      'audit has no user in MONGODB_URI',
      'entity, quality share the user all of MONGODB_URI',
    ]);
  });

  it('finds a clock that is off by two minutes, and passes one within five seconds', () => {
    const around = { before: 1_000_000, after: 1_000_100 };
    expect(compareClocks('x', new Date(1_000_050 - 120_000), around)).to.include({ outcome: 'failed' });
    expect(compareClocks('x', new Date(1_000_050 + 120_000), around)).to.include({ outcome: 'failed' });
    expect(compareClocks('x', new Date(1_004_000), around)).to.include({ outcome: 'passed' });
  });

  it('names program and variable of each difference from the baseline, and shows no secret', () => {
    const baseline: Setting[] = [
      { variable: 'TZ', programs: 'all', equals: 'UTC', why: '' },
      { variable: 'MESH_SECRET', programs: ['entity'], pattern: '.{32,}', why: '' },
      { variable: 'NODE_OPTIONS', programs: 'all', set: false, why: '' },
    ];
    const wrong = program('entity', { TZ: 'CET', MESH_SECRET: 'short', NODE_OPTIONS: '--require x' });
    expect(findDifferences(baseline, [wrong, program('audit', { TZ: 'UTC' })])).to.deep.equal([
      'entity: TZ is "CET", declared: "UTC"',
      'entity: MESH_SECRET is another value (not shown), declared: one that fits .{32,}',
      'entity: NODE_OPTIONS is "--require x", declared: not set',
    ]);
    expect(readBaseline(DEFAULT_BASELINE)).to.have.length.at.least(5);
  });

  it('finds a closure of deviations that needs no signature', () => {
    const verification = { id: 'verification', type: 'intermediate', allowed_transitions: ['closed'] };
    const definition = { name: 'Deviation', is_active: true, entity_types: ['deviation'], states: [verification] };
    const signed = { ...verification, transition_rules: [{ to_state: 'closed', requires_signature: true }] };
    const approval = { ...verification, type: 'approval', approval_config: { require_signature: true } };
    expect(findUnsignedClosures([definition])).to.deep.equal([
      'Deviation: from verification to closed without a signature',
    ]);
    for (const states of [[signed], [approval]])
      expect(findUnsignedClosures([{ ...definition, states }])).to.deep.equal([]);
    expect(findUnsignedClosures([{ ...definition, is_active: false }])).to.deep.equal([]);
  });
});
