import { LOG_MUTANTS } from './log-mutants.ts';
import type { Mutant } from './mutant.ts';
import { SERVICE_MUTANTS } from './service-mutants.ts';

/** Mistakes that a mesh like this one could make. The drill must find every one. */
export const MUTANTS: readonly Mutant[] = [...LOG_MUTANTS, ...SERVICE_MUTANTS];
