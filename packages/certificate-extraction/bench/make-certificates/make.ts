import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { heldBackLayouts } from './held-back/catalogue.ts';
import { developmentLayouts } from './layout/catalogue.ts';
import type { Layout } from './layout/layout.ts';
import { createRandom } from './random.ts';
import type { Specimen, Truth } from './truth.ts';

export type Half = 'development' | 'held-back' | 'all';
export type MakeSetting = { seed: number; copies: number; half: Half };
export type NamedSpecimen = Specimen & { name: string };

/** The layouts of one half of the set. */
export function selectLayouts(half: Half): readonly Layout[] {
  if (half === 'development') return developmentLayouts;
  return half === 'held-back' ? heldBackLayouts : [...developmentLayouts, ...heldBackLayouts];
}

/** Makes `copies` documents of each layout; a document depends on seed, layout and number of the copy only. */
export async function* makeSpecimens({ seed, copies, half }: MakeSetting): AsyncGenerator<NamedSpecimen> {
  for (const layout of selectLayouts(half)) {
    for (let copy = 1; copy <= copies; copy++) {
      const specimen = await layout.draw(createRandom(`${seed}/${layout.name}/${copy}`));
      yield { ...specimen, name: `${layout.name}-${copy}.${specimen.extension}` };
    }
  }
}

/** Writes the documents and `truth.json` into a folder; answers the truth by file name. */
export async function writeSpecimens(folder: string, setting: MakeSetting): Promise<Record<string, Truth>> {
  await mkdir(folder, { recursive: true });
  const truths: Record<string, Truth> = {};
  for await (const { name, bytes, truth } of makeSpecimens(setting)) {
    await writeFile(join(folder, name), bytes);
    truths[name] = truth;
  }
  await writeFile(join(folder, 'truth.json'), `${JSON.stringify(truths, null, 2)}\n`);
  return truths;
}
