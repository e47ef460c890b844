import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from '../check/rules.ts';
import type { Keeper } from '../mesh/drill-plan.ts';

/** One edit of a source file: the text must stand there exactly once. */
export type Edit = { file: string; find: string; replace: string };

/** A known mistake, put into a copy of the source. */
export type Mutant = {
  name: string;
  /** The service that makes it. */
  service: Keeper;
  edits: readonly Edit[];
  /** The scenario in which it shows. */
  scenario: string;
  /** The rules of which one must be broken by it. */
  breaks: readonly Rule[];
};

/** Applies the edits to the source at the root. Throws when the source has changed so much that they fit no more. */
export const applyEdits = (root: string, edits: readonly Edit[]): void => {
  for (const { file, find, replace } of edits) {
    const path = join(root, file);
    const source = readFileSync(path, 'utf8');
    const found = source.split(find).length - 1;
    if (found !== 1)
      throw new Error(`A mutant does not fit the source any more: ${file} has ${found} times, not once:\n${find}`);
    writeFileSync(
      path,
      source.replace(find, () => replace),
    );
  }
};
