import type { Receipt } from './receiver.ts';

/** A webhook of the drill. What is written after `since` has to arrive at it. */
export type Hook = { id: string; since: Date; receipts: readonly Receipt[] };
