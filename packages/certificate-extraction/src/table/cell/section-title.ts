const WORDS = new Set(
  'physical chemical physicochemical physico microbiological microbial microbiology bacteriological analysis analytical assay control controls test tests testing quality properties property characteristics characteristic data sensory organoleptic heavy trace metals metal elements elemental toxic residual solvents solvent organic volatile volatiles related substances compounds impurities impurity identification identity contaminants pesticides pesticide residues mycotoxins aflatoxins limits limit nutritional nutrition general other others additional potency cannabinoids cannabinoid terpenes profile purity content composition mechanical particle size distribution parameters parameter specifications requirements results result information by hplc gc gc-ms lc-ms icp-ms icp uv kf on the of and for usp ep bp jp nf ph eur in as dried basis anhydrous substance sum active ingredient ingredients allergens vitamins minerals amino acids fatty acid acids inorganic anions cations safety stability appearance'.split(
    ' ',
  ),
);

const INFORMATIVE =
  /\b(?:tests?|analysis|control|properties|characteristics|data|metals|solvents|substances|compounds|impurities|contaminants|pesticides|mycotoxins|limits|profile|composition|microbiolog\w*|parameters|identification|distribution|residues|acids|assay|requirements)\b/i;

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}-]+/u)
    .filter(Boolean);

/** True for words that only stand in names of groups ("CHEMICAL", "PROPERTIES"). */
export const isGroupWord = (text: string): boolean => {
  const words = splitWords(text);
  return words.length > 0 && words.every((word) => WORDS.has(word));
};

/** True for a text that names a group of tests and no test ("Microbiological control", "Related substances (by HPLC)"). */
export const isSectionTitle = (text: string): boolean => {
  if (/\p{L}:$/u.test(text)) return true;
  return splitWords(text).length <= 7 && INFORMATIVE.test(text) && isGroupWord(text);
};
