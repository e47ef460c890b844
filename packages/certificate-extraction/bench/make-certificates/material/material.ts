/** What a monograph asks of one test. `text` is a description with wordings that meet it and wordings that do not; without such wordings a laboratory only says whether it complies. */
export type Limit =
  | { kind: 'max'; max: number }
  | { kind: 'min'; min: number }
  | { kind: 'range'; min: number; max: number }
  | { kind: 'absent'; amount: string }
  | { kind: 'text'; text: string; good: readonly string[]; bad: readonly string[] }
  | { kind: 'report' };

export type Topic =
  | 'description'
  | 'identification'
  | 'assay'
  | 'physical'
  | 'impurity'
  | 'element'
  | 'solvent'
  | 'microbe';

/**
 * One test of a monograph. `typical` are the values of good batches; `decimals` those that a laboratory prints;
 * `trace` is the limit of quantitation where a result below it is usual, null where it is not.
 */
export type MonographTest = {
  topic: Topic;
  name: string;
  limit: Limit;
  unit: string;
  decimals: number;
  typical: readonly [number, number];
  trace: number | null;
  method: string;
};

/** A raw material with its monograph. */
export type Material = {
  name: string;
  german: string;
  french: string;
  cas: string;
  formula: string;
  code: string;
  grade: string;
  tests: readonly MonographTest[];
};
