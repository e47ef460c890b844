import { elements, impurities, microbes, solvents } from './common-test.ts';
import type { MonographTest } from './material.ts';
import { atMost } from './monograph-test.ts';

const metal = { topic: 'element', method: 'ICP-MS', decimals: 2 } as const;

/** Tests that a full screening adds to a monograph: enough of them for a second and a third page. */
export const extendedTests: readonly MonographTest[] = [
  ...impurities(
    {
      'Impurity G': 0.15,
      'Impurity K': 0.15,
      'Impurity L (N-oxide)': 0.2,
      'Impurity M': 0.1,
      'Impurity N (dimer of the active substance, sum of both isomers)': 0.15,
    },
    0.1,
    0.5,
  ),
  ...elements(0.5, 0.2),
  atMost('Cobalt (Co)', [5, 'mg/kg'], { ...metal, trace: 0.1 }),
  atMost('Vanadium (V)', [10, 'mg/kg'], { ...metal, trace: 0.1 }),
  atMost('Nickel (Ni)', [20, 'mg/kg'], { ...metal, trace: 0.1 }),
  atMost('Lithium (Li)', [55, 'mg/kg'], { ...metal, trace: 0.5 }),
  atMost('Antimony (Sb)', [120, 'mg/kg'], { ...metal, trace: 0.5 }),
  atMost('Copper (Cu)', [300, 'mg/kg'], { ...metal, trace: 0.5 }),
  atMost('Palladium (Pd)', [10, 'mg/kg'], { ...metal, trace: 0.1 }),
  ...solvents({
    Acetone: 5000,
    Acetonitrile: 410,
    Benzene: 2,
    Cyclohexane: 3880,
    'Ethyl acetate': 5000,
    Pyridine: 200,
    Tetrahydrofuran: 720,
    Xylene: 2170,
    'N,N-Dimethylformamide': 880,
    'Methyl tert-butyl ether': 5000,
  }),
  ...microbes([1000, 100], { 'Bile-tolerant gram-negative bacteria': '1 g', 'Candida albicans': '1 g' }),
];

/** The tests of a monograph with those of the screening that it lacks, in the order of the monograph's topics. */
export function extend(tests: readonly MonographTest[]): MonographTest[] {
  const known = new Set(tests.map((test) => test.name));
  const added = extendedTests.filter((test) => !known.has(test.name));
  return sortByTopic([...tests, ...added]);
}

/** Tests of one topic one after the other, so that each topic can stand under one title. */
export function sortByTopic(tests: readonly MonographTest[]): MonographTest[] {
  const topics = [
    'description',
    'identification',
    'assay',
    'physical',
    'impurity',
    'element',
    'solvent',
    'microbe',
  ] as const;
  return topics.flatMap((topic) => tests.filter((test) => test.topic === topic));
}
