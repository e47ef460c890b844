import { activeSubstances } from './active-substance.ts';
import { excipients } from './excipient.ts';
import type { Material } from './material.ts';
import { mineralsAndLiquids } from './mineral-and-liquid.ts';

/** All made-up specifications of real pharmaceutical raw materials. */
export const materials: readonly Material[] = [...activeSubstances, ...excipients, ...mineralsAndLiquids];
