import type { Word } from '../../page.ts';

/** A word that its neighbours on the line set right: what it must look like, and the words before and behind it. */
type Rule = { word: RegExp; before?: RegExp; behind?: RegExp; to: string };

const RULES: readonly Rule[] = [
  { word: /^[|Il!]$/, before: /^(?:in|per|\/)$/i, behind: /^(?:g|mL|ml)\b/, to: '1' },
  { word: /^C[cC]$/, before: /°$/, to: 'C' },
  { word: /^[puy]m$/, before: /^[<>≤≥]?\d[\d.,]*$/, to: 'µm' },
];

const GREEK =
  /^-?(?:pinene|humulene|terpinene|terpineol|bisabolol|caryophyllene|cedrene|phellandrene|farnesene|ocimene|tocopherol|carotene|santalol|amylase|cyclodextrin|tetrahydrocannabinol)/i;
const LETTERS: Readonly<Record<string, string>> = { o: 'α', '0': 'α', B: 'β', ß: 'β', y: 'γ' };
/** Found so often on a page, "ND" is how it says that nothing was found, and "NO" is a misread one. */
const USUAL = 3;
/** What was set right by its surroundings is not surer than this. */
const REPAIRED = 0.9;
const BLANK = 1.2;

/** Words that stand for themselves alone are read wrong; what stands beside them or on their page tells what they are. */
export const repairByNeighbours = (words: readonly Word[]): Word[] => {
  const isNothing =
    words.filter(({ text }) => text === 'ND').length >= USUAL && !words.some(({ text }) => /^yes$/i.test(text));
  const isGreek = words.some((word) => word.text === 'o' && GREEK.test(behind(word, words)?.text ?? ''));
  return words.map((word) => {
    if (isNothing && word.text === 'NO') return repaired(word, 'ND');
    const greek = isGreek ? LETTERS[word.text] : undefined;
    if (greek && GREEK.test(behind(word, words)?.text ?? '')) return repaired(word, greek);
    const rule = RULES.find((each) => each.word.test(word.text) && fits(each, word, words));
    return rule ? repaired(word, rule.to) : word;
  });
};

const repaired = (word: Word, text: string): Word => ({
  ...word,
  text,
  confidence: Math.min(word.confidence, REPAIRED),
});

const fits = (rule: Rule, word: Word, words: readonly Word[]): boolean =>
  (!rule.before || rule.before.test(before(word, words)?.text ?? '')) &&
  (!rule.behind || rule.behind.test(behind(word, words)?.text ?? ''));

const isBeside = (left: Word, right: Word): boolean => {
  const height = Math.max(left.y1 - left.y0, right.y1 - right.y0);
  const gap = right.x0 - left.x1;
  const middle = (right.y0 + right.y1) / 2;
  return left !== right && gap > -0.2 * height && gap < BLANK * height && middle > left.y0 && middle < left.y1;
};

const before = (word: Word, words: readonly Word[]): Word | undefined => words.find((other) => isBeside(other, word));

const behind = (word: Word, words: readonly Word[]): Word | undefined => words.find((other) => isBeside(word, other));
