import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { REPOSITORY } from '../../runtime/paths.ts';
import { lostNames, namesToday, readHttpNames } from '../http-name.ts';
import { findFaults, makeRelease, readReleased, shapeFiles } from '../released.ts';
import { STORED, SYSTEM } from '../stored-shape.ts';

describe('the code of today beside that of the release', () => {
  for (const { path, shapes } of shapeFiles)
    it(`reads what the release wrote, and writes what it counts on: ${path}`, () => {
      const released = readReleased(path);
      const faults = [...shapes].flatMap(([name, shape]) => {
        const sample = released[name];
        if (sample === undefined) return [`${name} has no sample: run ./scripts/release-shapes`];
        return findFaults(shape, sample).map((fault) => `${name}: ${fault}`);
      });
      expect(faults).to.deep.equal([]);
    });

  it('knows every event and stored document that the release had', () => {
    const gone = shapeFiles.flatMap(({ path, shapes }) =>
      Object.keys(readReleased(path)).filter((name) => !shapes.has(name)),
    );
    expect(gone).to.deep.equal([]);
  });

  it('has every operation and schema of the HTTP interface under the name that it was given', async () => {
    const [released, today] = [readHttpNames(), await namesToday()];
    expect(lostNames(released, today)).to.deep.equal([]);
    expect(lostNames(today, released), 'what is new: run ./scripts/release-shapes').to.deep.equal([]);
  });

  it('has the shape of every collection that a service declares', () => {
    const known = new Set([...SYSTEM, ...Object.values(STORED).flat()].map(({ name }) => name));
    const files = globSync('{services/*,packages/file-store,packages/service-kit}/src/**/*.ts', { cwd: REPOSITORY });
    const declared = files.flatMap((file) => {
      const text = readFileSync(join(REPOSITORY, file), 'utf8');
      const names = text.matchAll(/(?:defineCollection\(\{\s*name: |dueQueueDefinition\(|defineTotals\()'([a-z_]+)'/g);
      return [...names].map(([, name = '']) => name);
    });
    expect(declared.length).to.be.greaterThan(50);
    expect(declared.filter((name) => !known.has(name))).to.deep.equal([]);
  });
});

describe('the comparison with a release', () => {
  it('finds an operation or a schema of another name or place, and nothing in new ones', () => {
    const names = { operations: { listNotes: 'GET /v1/notes' }, schemas: ['Note'] };
    const more = { operations: { ...names.operations, getNote: 'GET /v1/notes/{id}' }, schemas: ['Note', 'Page'] };
    expect(lostNames(names, more)).to.deep.equal([]);
    expect(lostNames(names, { operations: { readNotes: 'GET /v1/notes' }, schemas: ['Memo'] })).to.deep.equal([
      'the operation listNotes was GET /v1/notes and is gone',
      'the schema Note is gone',
    ]);
    expect(lostNames(names, { ...names, operations: { listNotes: 'GET /v1/memos' } })).to.deep.equal([
      'the operation listNotes was GET /v1/notes and is GET /v1/memos',
    ]);
  });

  const then = z.object({ id: z.string(), at: z.date(), note: z.string().optional(), of: z.object({ n: z.number() }) });
  const released = JSON.parse(JSON.stringify(makeRelease('then', then)));

  it('finds nothing in the shape itself and in a new optional field', () => {
    expect(findFaults(then, released)).to.deep.equal([]);
    expect(findFaults(then.extend({ more: z.string().optional() }), released)).to.deep.equal([]);
  });

  it('finds a new required field, which what the release wrote does not have', () => {
    expect(findFaults(then.extend({ more: z.string() }), released).join()).to.match(/sample is not read: more/);
  });

  it('finds a required field that is gone or optional by now, which the release counts on', () => {
    for (const now of [then.omit({ id: true }), then.partial({ id: true })])
      expect(findFaults(now, released)).to.include('id was always there and need not be any more');
    expect(findFaults(then.extend({ of: z.object({}) }), released)).to.include(
      'of.n was always there and need not be any more',
    );
  });

  it('finds a field of another kind, and a value that is not taken any more', () => {
    expect(findFaults(then.extend({ at: z.string() }), released)).to.not.deep.equal([]);
    expect(findFaults(then.extend({ note: z.enum(['other']).optional() }), released).join()).to.match(/full sample/);
  });
});
