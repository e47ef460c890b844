import type { Shop } from './partner.ts';

/** A connection of an organisation, and the records of the external system that it leads to. */
export type Connected = { id: string; shop: Shop };
