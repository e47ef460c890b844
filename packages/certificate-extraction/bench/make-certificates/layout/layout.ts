import type { Random } from '../random.ts';
import type { Specimen } from '../truth.ts';

/** One way in which a sender prints certificates; the drawing is determined by `random` alone. */
export type Layout = { name: string; draw(random: Random): Promise<Specimen> };
