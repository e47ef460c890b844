import type { Measured, Shape, Shot } from './load.ts';
import type { BenchMesh, Material } from './mesh.ts';

/** One kind of load and what it is held against. */
export type RowKind = {
  name: string;
  /** What a mesh has to be filled with. */
  of: Material;
  /** How many requests are under way, in one measurement after the other. */
  connections: readonly number[];
  /** What sends the requests of a mesh, each made anew. */
  shots(mesh: BenchMesh): () => Shot;
  floor(mesh: BenchMesh, shape: Shape): Promise<Measured>;
};
