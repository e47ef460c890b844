import type { Target } from '../api.ts';
import { inTurn, type LoadRequest, type Measured, measureCalls, measureLoad, type Shape } from '../load.ts';
import type { BenchMesh } from '../mesh.ts';
import type { Filled, Material } from '../seed.ts';

/** What a row is compared with: calls without HTTP, or requests of another kind. */
export type Floor = (() => Promise<unknown>) | { target: Target; next: () => LoadRequest };

/** A measured row: the load, what it needs, and what it is compared with. */
export type RowKind = {
  name: string;
  /** What a mesh has to be filled with. */
  of: Material;
  /** How many requests are in flight, in one measurement after the other. */
  connections: readonly number[];
  /** What makes the requests for a mesh, each one new. */
  requests(mesh: BenchMesh): () => LoadRequest;
  floor(mesh: BenchMesh, shape: Shape): Promise<Measured>;
};

type Declared<Of extends Material> = Pick<RowKind, 'name' | 'connections'> & {
  of: Of;
  requests(filled: Filled[Of], mesh: BenchMesh): () => LoadRequest;
  floor(filled: Filled[Of], mesh: BenchMesh): Floor;
};

/** Declares a row, whose functions get what the mesh is filled with. */
export const row = <Of extends Material>({ requests, floor, ...kind }: Declared<Of>): RowKind => ({
  ...kind,
  requests: (mesh) => requests(filledWith(mesh, kind.of), mesh),
  floor: (mesh, shape) => {
    const compared = floor(filledWith(mesh, kind.of), mesh);
    return typeof compared === 'function'
      ? measureCalls(shape, compared)
      : measureLoad(compared.target, shape, compared.next);
  },
});

/** What a mesh was filled with. Throws when it was not. */
export const filledWith = <Of extends Material>({ filled }: Pick<BenchMesh, 'filled'>, material: Of): Filled[Of] => {
  const found = filled[material];
  if (found === undefined) throw new Error(`The mesh was not filled for "${material}".`);
  return found as Filled[Of];
};

/** GET requests of these paths in turn. */
export const getInTurn = (paths: readonly string[]): (() => LoadRequest) => {
  const next = inTurn(paths);
  return () => ({ method: 'GET', path: next() });
};

/** Each filter with each of its first pages, so that requests at the same time differ. */
export const paged = (filters: readonly string[], pages: number): string[] =>
  Array.from({ length: pages }, (_, page) => filters.map((filter) => `${filter}&page=${page + 1}`)).flat();

/** A filter for each pair. */
export const each = <One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  filter: (one: One, other: Other) => string,
): string[] => ones.flatMap((one) => others.map((other) => filter(one, other)));

/** A query string as the schema of its route reads it. */
export const parseQuery = <Query>(schema: { parse(values: unknown): Query }, query: string): Query =>
  schema.parse(Object.fromEntries(new URLSearchParams(query)));
