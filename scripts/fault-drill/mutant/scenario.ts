import type { Scene } from '../fault/fault.ts';
import type { Pen } from '../load/pen.ts';

export type Stage = Scene & { pen: Pen };

/** A fault at one certain moment, with writes around it. */
export type Scenario = { name: string; play(stage: Stage): Promise<void> };
