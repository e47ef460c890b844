/** Names of what is tested that recognition misreads by a letter, as they are printed in the middle of a sentence. */
const NAMES = `
total alpha gamma delta limonene myrcene linalool pinene caryophyllene humulene terpinolene terpinene terpineol ocimene
bisabolol nerolidol camphene camphor cymene eucalyptol fenchol fenchone isopulegol pulegone borneol isoborneol menthol
geraniol geranyl guaiol valencene phellandrene sabinene cedrol cedrene farnesene phytol
arsenic cadmium mercury chromium nickel copper antimony aluminium aluminum barium beryllium cobalt manganese molybdenum
selenium silicon strontium thallium uranium vanadium lithium palladium platinum magnesium calcium sodium potassium
escherichia salmonella staphylococcus aureus pseudomonas aeruginosa listeria monocytogenes aspergillus flavus fumigatus
niger terreus candida albicans enterobacteriaceae clostridium bacillus cereus coliforms aerobic microbial bacteria
aflatoxin aflatoxins ochratoxin zearalenone deoxynivalenol fumonisin patulin
methanol ethanol isopropanol acetone acetonitrile benzene toluene xylene xylenes hexane heptane pentane butane propane
chloroform dichloromethane tetrahydrofuran dimethylformamide pyridine
abamectin acephate acequinocyl acetamiprid aldicarb azoxystrobin bifenazate bifenthrin boscalid captan carbaryl
carbofuran chlorantraniliprole chlordane chlorfenapyr chlormequat chlorpyrifos clofentezine coumaphos cyfluthrin
cypermethrin daminozide diazinon dichlorvos dimethoate dimethomorph ethoprophos etofenprox etoxazole fenhexamid fenoxycarb
fenpyroximate fipronil flonicamid fludioxonil hexythiazox imazalil imidacloprid malathion metalaxyl methiocarb methomyl
mevinphos myclobutanil naled oxamyl paclobutrazol parathion permethrin phosmet prallethrin propiconazole propoxur
pyrethrins pyridaben spinetoram spinosad spiromesifen spirotetramat spiroxamine tebuconazole thiacloprid thiamethoxam
trifloxystrobin
appearance identification assay moisture density viscosity conductivity residue ignition drying impurity impurities
chloride chlorides sulphate sulphates sulfate sulfates phosphate phosphates sulphated sulfated solution theobromine
caffeine endotoxins particle metals solvents
`
  .trim()
  .split(/\s+/);

const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/ri/g, 'n'],
  [/cl/g, 'd'],
  [/[lti1!|]/g, 'l'],
  [/[hb]/g, 'h'],
  [/0/g, 'o'],
  [/5/g, 's'],
];

/** The outline of a word: letters that look alike are the same in it. */
const toOutline = (word: string): string =>
  ALIKE.reduce((text, [from, to]) => text.replaceAll(from, to), word.toLowerCase());

const KNOWN = new Set(NAMES);
const BY_OUTLINE = Map.groupBy(NAMES, toOutline);

const cased = (name: string, like: string): string => {
  if (like.length > 1 && like === like.toUpperCase() && /\p{Lu}{2}/u.test(like)) return name.toUpperCase();
  return /^\p{Lu}/u.test(like) ? `${name[0]?.toUpperCase()}${name.slice(1)}` : name;
};

/** The one known name that looks like a word ("Terpineot": "Terpineol"); the word itself where there is none or several. */
export const knownName = (word: string): string => {
  if (word.length < 5 || KNOWN.has(word.toLowerCase())) return word;
  const alike = BY_OUTLINE.get(toOutline(word)) ?? [];
  return alike.length === 1 ? cased(alike[0] as string, word) : word;
};
