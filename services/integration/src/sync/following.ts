import type { MappingRun } from './mapping-run.ts';
import type { Item } from './pair.ts';

/** Takes over what of written records is more than their fields: files, states, signatures. */
export type FollowItems = (run: MappingRun, items: readonly Item[]) => Promise<Item[]>;

/** For mappings that take over nothing beside fields. */
export const followNothing: FollowItems = async (_run, items) => [...items];
