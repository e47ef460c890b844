import type { MonographTest } from './material.ts';
import { absentIn, atMost, described } from './monograph-test.ts';

/** Residue and particle tests that most monographs share. */
export const sulphatedAsh: MonographTest = atMost('Sulphated ash', [0.1, '%'], {
  method: 'Ph. Eur. 2.4.14',
  decimals: 2,
  trace: 0.02,
});

export function dryingLoss(max: number): MonographTest {
  return atMost('Loss on drying', [max, '%'], { method: 'Ph. Eur. 2.2.32', decimals: 2 });
}

export function water(max: number): MonographTest {
  return atMost('Water (Karl Fischer)', [max, '%'], { method: 'Ph. Eur. 2.5.12', decimals: 2 });
}

export function heavyMetals(max: number): MonographTest {
  return atMost('Heavy metals (as Pb)', [max, 'ppm'], { topic: 'element', method: 'USP <231>', trace: 5 });
}

/** Lead, cadmium, arsenic and mercury by ICP-MS with the limits given in mg/kg. */
export function elements(lead: number, others: number): MonographTest[] {
  const detail = { topic: 'element', method: 'ICP-MS', decimals: 3 } as const;
  return [
    atMost('Lead (Pb)', [lead, 'mg/kg'], { ...detail, trace: 0.01 }),
    atMost('Cadmium (Cd)', [others, 'mg/kg'], { ...detail, trace: 0.005 }),
    atMost('Arsenic (As)', [Number((others * 3).toFixed(6)), 'mg/kg'], { ...detail, trace: 0.01 }),
    atMost('Mercury (Hg)', [others / 2, 'mg/kg'], { ...detail, trace: 0.005 }),
  ];
}

/** Residual solvents by name with their limits in ppm. */
export function solvents(limits: Readonly<Record<string, number>>): MonographTest[] {
  const detail = { topic: 'solvent', method: 'GC-HS', decimals: 0 } as const;
  return Object.entries(limits).map(([name, max]) =>
    atMost(name, [max, 'ppm'], { ...detail, trace: Math.ceil(max / 50) }),
  );
}

/** Named impurities with their limits in per cent, then the unspecified ones and the total. */
export function impurities(limits: Readonly<Record<string, number>>, each: number, total: number): MonographTest[] {
  const detail = { topic: 'impurity', method: 'HPLC', decimals: 2 } as const;
  const named = Object.entries(limits).map(([name, max]) =>
    atMost(name, [max, '%'], { ...detail, trace: max < 0.05 ? max / 5 : 0.02, decimals: max < 0.05 ? 4 : 2 }),
  );
  const unknown = atMost('Any unspecified impurity', [each, '%'], { ...detail, trace: 0.02 });
  return [...named, unknown, atMost('Total impurities', [total, '%'], { ...detail, trace: 0.05 })];
}

/** Total counts with their limits in CFU/g (or `unit`), and the germs that must be absent. */
export function microbes(
  [aerobic, yeast]: readonly [number, number],
  germs: Readonly<Record<string, string>>,
  unit = 'CFU/g',
): MonographTest[] {
  const detail = { topic: 'microbe', method: 'Ph. Eur. 2.6.12', decimals: 0, trace: 10 } as const;
  return [
    atMost('Total aerobic microbial count (TAMC)', [aerobic, unit], detail),
    atMost('Total yeasts and moulds count (TYMC)', [yeast, unit], detail),
    ...Object.entries(germs).map(([name, amount]) => absentIn(name, amount, { method: 'Ph. Eur. 2.6.13' })),
  ];
}

/** Identification by the spectrum and, where asked for, by retention time and further reactions. */
export function identification(
  ...methods: readonly ('IR' | 'HPLC' | 'UV' | 'Chloride' | 'Sodium' | 'Reaction')[]
): MonographTest[] {
  return methods.map((method) => identifications[method]);
}

const identifications = {
  IR: described('Identification (IR)', ['The spectrum corresponds to that of the reference standard', [], []], {
    topic: 'identification',
    method: 'Ph. Eur. 2.2.24',
  }),
  HPLC: described(
    'Identification (HPLC)',
    ['Retention time of the main peak corresponds to that of the standard solution', [], []],
    { topic: 'identification', method: 'Ph. Eur. 2.2.29' },
  ),
  UV: described('Identification (UV)', ['Absorption maxima as described in the monograph', [], []], {
    topic: 'identification',
    method: 'Ph. Eur. 2.2.25',
  }),
  Chloride: described(
    'Identification B (chlorides)',
    ['White precipitate, soluble in ammonia', ['White precipitate'], ['No precipitate']],
    {
      topic: 'identification',
      method: 'Ph. Eur. 2.3.1',
    },
  ),
  Sodium: described(
    'Identification A (sodium)',
    ['Intense yellow colour of the flame', ['Yellow flame'], ['No colour']],
    {
      topic: 'identification',
      method: 'Ph. Eur. 2.3.1',
    },
  ),
  Reaction: described('Identification B (reaction)', ['Gives the reaction described in the monograph', [], []], {
    topic: 'identification',
    method: 'Ph. Eur. 2.3.1',
  }),
} satisfies Record<string, MonographTest>;
