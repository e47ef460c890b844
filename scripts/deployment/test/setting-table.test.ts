import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { REPOSITORY } from '../../runtime/paths.ts';
import { SERVICES } from '../../runtime/processes.ts';
import { readVariables } from './config-reader.ts';

/** The names in the first column of the table of settings. */
const inTable = (): Set<string> => {
  const text = readFileSync(join(REPOSITORY, 'docs/operation.md'), 'utf8');
  const [, section = ''] = text.split('## Environment\n');
  const [table = ''] = section.split('\n## ');
  const first = [...table.matchAll(/^\| ([^|]*) \|/gm)].map(([, column = '']) => column);
  return new Set(first.flatMap((column) => [...column.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name)));
};

describe('the table of settings in docs/operation.md', () => {
  const table = inTable();
  const read = new Map(SERVICES.map(({ name }) => [name, readVariables(name)]));

  for (const { name } of SERVICES)
    it(`has every variable that ${name} reads`, () => {
      expect(read.get(name)?.size).to.be.greaterThan(10);
      expect(
        [...(read.get(name) ?? [])].filter(
          (variable) => !table.has(variable.replace(/_FILE$/, '')) && !table.has(variable),
        ),
      ).to.deep.equal([]);
    });

  it('has no variable that nothing reads', () => {
    const known = new Set([...read.values()].flatMap((names) => [...names]));
    expect([...table].filter((variable) => !known.has(variable))).to.deep.equal([]);
  });

  it('is of programs that are handed what they read, and nothing else', () => {
    for (const { name, options } of SERVICES)
      expect(
        options.filter((variable) => !read.get(name)?.has(variable)),
        name,
      ).to.deep.equal([]);
  });
});
