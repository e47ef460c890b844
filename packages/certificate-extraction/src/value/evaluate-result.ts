import type { TestStatus } from '../result.ts';
import { evaluate } from './evaluation.ts';
import { parseSpecification } from './specification.ts';

/** Whether a result fulfils a specification, both as they are printed; null where that does not follow from the texts. */
export const evaluateResult = (specification: string, result: string): TestStatus => {
  const demanded = parseSpecification(specification);
  return demanded ? evaluate(demanded, result) : null;
};
