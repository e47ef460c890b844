/** A unit as understood: units of one dimension compare after multiplication with `factor`. */
export type Unit = { name: string; dimension: string; factor: number };

type UnitRow = readonly [dimension: string, factor: number, ...spellings: string[]];

// Spellings after `fold`: lower case, no blanks, micro as u, no brackets around the whole.
const UNITS: readonly UnitRow[] = [
  ['fraction', 1e-2, '%', '%w/w', '%m/m', '%(w/w)', '%(m/m)', 'g/100g', 'wt%', 'wt.%', '%wt', 'pct', 'percent', 'w/w%'],
  ['fraction', 1e-2, '%area', 'area%', 'a%', '%a/a', '%(area)'],
  ['fraction', 1e-3, '‰', 'mg/g', 'g/kg', 'ug/mg'],
  ['fraction', 1e-6, 'ppm', 'mg/kg', 'ug/g', 'ng/mg', 'ppmw', 'ppm(w/w)'],
  ['fraction', 1e-9, 'ppb', 'ug/kg', 'ng/g'],
  ['fraction', 1e-12, 'ng/kg', 'pg/g'],
  ['fraction', 1e-5, 'mg/100g'],
  ['volume fraction', 1e-2, '%v/v', '%(v/v)', 'vol%', 'vol.%', '%vol', 'v/v%'],
  ['mass concentration', 10, '%w/v', '%m/v', '%(w/v)', '%(m/v)', 'g/100ml', 'g/dl'],
  ['mass concentration', 1e3, 'g/ml', 'g/cm3', 'g/cm^3', 'g/cc', 'kg/l', 'kg/dm3'],
  ['mass concentration', 1, 'g/l', 'mg/ml', 'kg/m3', 'kg/m^3', 'ug/ul'],
  ['mass concentration', 1e-3, 'mg/l', 'ug/ml'],
  ['mass concentration', 1e-6, 'ug/l', 'ng/ml'],
  ['mass concentration', 1e-2, 'mg/100ml', 'mg/dl'],
  [
    'count by mass',
    1,
    'cfu/g',
    'cfupergram',
    'cfu/1g',
    'ufc/g',
    'kbe/g',
    'colonies/g',
    'kve/g',
    'cfuperg',
    'cfu/gm',
    'cfug-1',
  ],
  ['count by mass', 1e-3, 'cfu/kg'],
  ['count by mass', 0.1, 'cfu/10g'],
  ['count by volume', 1, 'cfu/ml', 'cfupermilliliter', 'cfu/1ml', 'ufc/ml', 'kbe/ml', 'cfuperml'],
  ['count by volume', 0.01, 'cfu/100ml', 'ufc/100ml', 'kbe/100ml'],
  ['most probable number', 1, 'mpn/g', 'nmp/g'],
  ['cells by volume', 1, 'mpn/ml', 'nmp/ml'],
  ['endotoxin by mass', 1, 'eu/mg', 'iu/mg', 'ie/mg'],
  ['endotoxin by mass', 1e-3, 'eu/g', 'iu/g', 'ie/g'],
  ['endotoxin by mass', 1e-6, 'eu/kg', 'iu/kg'],
  ['endotoxin by volume', 1, 'eu/ml', 'iu/ml', 'ie/ml'],
  ['mass', 1, 'g', 'gm', 'gram', 'grams'],
  ['mass', 1e-3, 'mg'],
  ['mass', 1e-6, 'ug'],
  ['mass', 1e-9, 'ng'],
  ['mass', 1e3, 'kg'],
  ['volume', 1, 'ml', 'cm3', 'cc'],
  ['volume', 1e3, 'l', 'liter', 'litre'],
  ['volume', 1e-3, 'ul'],
  ['length', 1, 'mm'],
  ['length', 10, 'cm'],
  ['length', 1e3, 'm'],
  ['length', 1e-3, 'um', 'micron', 'microns'],
  ['length', 1e-6, 'nm'],
  ['celsius', 1, '°c', 'ºc', 'degc', 'deg.c', '℃'],
  ['fahrenheit', 1, '°f', 'degf', '℉'],
  ['kelvin', 1, 'k'],
  ['angle', 1, '°', 'º', 'deg', 'degree', 'degrees'],
  ['pressure', 1, 'mpa', 'n/mm2', 'n/mm^2'],
  ['pressure', 1e-6, 'pa', 'n/m2'],
  ['pressure', 1e-3, 'kpa'],
  ['pressure', 1e-4, 'hpa', 'mbar'],
  ['pressure', 0.1, 'bar'],
  ['pressure', 0.00689476, 'psi'],
  ['pressure', 6.89476, 'ksi'],
  ['force', 1, 'n'],
  ['force', 1e3, 'kn'],
  ['energy', 1, 'j'],
  ['energy', 1e3, 'kj'],
  ['viscosity', 1, 'cp', 'cps', 'mpa.s', 'mpas', 'mpa·s', 'mpa*s'],
  ['viscosity', 1e3, 'pa.s', 'pas', 'pa·s'],
  ['kinematic viscosity', 1, 'cst', 'mm2/s', 'mm^2/s'],
  ['conductivity', 1, 'us/cm', 'us.cm-1'],
  ['conductivity', 1e3, 'ms/cm'],
  ['conductivity', 10, 'ms/m'],
  ['alkali value', 1, 'mgkoh/g', 'mg(koh)/g'],
  ['iodine value', 1, 'gi2/100g', 'gi/100g'],
  ['peroxide value', 1, 'meq/kg', 'meqo2/kg', 'mequiv/kg'],
  ['specific surface', 1, 'm2/g', 'm^2/g', 'm²/g'],
  ['turbidity', 1, 'ntu', 'fnu', 'fau'],
  ['activity', 1, 'u/g'],
  ['activity', 1e3, 'u/mg'],
  ['time', 1, 's', 'sec', 'seconds'],
  ['time', 60, 'min', 'minutes'],
  ['colour', 1, 'apha', 'hazen', 'pt-co', 'ptco', 'pt/co'],
  ['mesh', 1, 'mesh'],
  ['acidity', 1, 'ph', 'phunits', 'phunit'],
  ['hardness', 1, 'hb', 'hbw'],
  ['hardness (rockwell c)', 1, 'hrc'],
  ['hardness (rockwell b)', 1, 'hrb'],
  ['hardness (vickers)', 1, 'hv', 'hv10'],
];

const BY_SPELLING: ReadonlyMap<string, Unit> = new Map(
  UNITS.flatMap(([dimension, factor, ...spellings]) =>
    spellings.map((name): [string, Unit] => [name, { name, dimension, factor }]),
  ),
);

/** The unit that the whole text is ("mg/kg", "[ppm]", "CFU / g"); null where it is none that we know. */
export function readUnit(text: string): Unit | null {
  const folded = fold(text);
  return BY_SPELLING.get(folded) ?? BY_SPELLING.get(folded.replace(/[.,;]+$/, '')) ?? null;
}

/** Whether the text is a unit of counts ("CFU/g"), which have no decimals. */
export function isCountUnit(text: string): boolean {
  return readUnit(text)?.dimension.startsWith('count') ?? false;
}

/** A value in another unit of the same dimension; null where the two cannot be compared. */
export function convert(value: number, from: string, to: string): number | null {
  const source = readUnit(from);
  const target = readUnit(to);
  if (fold(from) === fold(to)) return value;
  if (!source || !target) return null;
  if (source.dimension === target.dimension) return (value * source.factor) / target.factor;
  return isPlainPercentPair(source, target) ? value : null;
}

// "%" printed without its kind beside "% v/v" or "% w/v" means the same scale.
function isPlainPercentPair(source: Unit, target: Unit): boolean {
  const plain = source.name === '%' ? target : target.name === '%' ? source : undefined;
  return plain?.name.startsWith('%') ?? false;
}

function fold(text: string): string {
  const folded = text
    .toLowerCase()
    .replace(/[µμ]/g, 'u')
    .replace(/\bmcg/g, 'ug')
    .replace(/[²]/g, '2')
    .replace(/[³]/g, '3')
    .replace(/℃/g, '°c')
    .replace(/º/g, '°')
    .replace(/\s*\bper\b\s*/g, '/')
    .replace(/\bgram\b/g, 'g')
    .replace(/\s+/g, '');
  const inner = /^[([{](.*)[)\]}]$/.exec(folded)?.[1];
  return inner && !/[()[\]{}]/.test(inner) ? inner : folded;
}
