import { expect } from 'chai';
import { SupplierListQuery } from '../../../services/supplier/src/supplier/supplier.schemas.ts';
import type { BenchMesh } from '../mesh.ts';
import { ROWS } from '../rows/rows.ts';

describe('the rows of the benchmark', () => {
  it('have names of their own', () => {
    const names = ROWS.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('begin with the name of what they are of, where that is not the entity', () => {
    for (const { name, of } of ROWS.filter((kind) => kind.of !== 'entity'))
      expect(`${name} `.startsWith(`${of} `), name).to.equal(true);
    for (const { name } of ROWS.filter(({ of }) => of === 'entity'))
      expect(name).not.to.match(/^(supplier|certificate|quality|transition|signed decision|impact analysis)( |$)/);
  });

  it('fill a mesh with nothing that none of them needs', () => {
    const of = (text: string) => [...new Set(ROWS.filter(({ name }) => name.includes(text)).map(({ of }) => of))];
    expect(of('supplier ')).to.deep.equal(['supplier']);
    expect(of('certificate ')).to.deep.equal(['certificate']);
    expect(of('quality ')).to.deep.equal(['quality']);
    expect(of('transition')).to.deep.equal(['transition']);
    expect(of('signed decision')).to.deep.equal(['signed decision']);
    expect(of('impact analysis')).to.deep.equal(['impact analysis']);
    expect(of('list of 25')).to.deep.equal(['entity']);
    expect(of('no such row')).to.deep.equal([]);
  });

  for (const kind of ROWS.filter(({ name }) => name.startsWith('supplier list')))
    it(`ask for lists that the supplier service takes, one unlike the other: ${kind.name}`, () => {
      const next = kind.requests({ filled: { supplier: {} } } as BenchMesh);
      const paths = Array.from({ length: 16 }, () => next().path);
      for (const path of paths) {
        const query = Object.fromEntries(new URL(path, 'http://mesh').searchParams);
        expect(SupplierListQuery.safeParse(query).success, path).to.equal(true);
      }
      expect(new Set(paths).size).to.equal(paths.length);
    });
});
