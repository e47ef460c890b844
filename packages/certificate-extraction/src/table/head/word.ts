import { readUnit } from '../../value/unit.ts';
import { HEAD_WORDS, type Role } from './vocabulary.ts';

export type { Role } from './vocabulary.ts';

/** `strict`: nothing else stands in the cell; `weak`: the word is also common outside of heads. */
export type HeadWord = { role: Role; strict: boolean; weak: boolean; unit?: string };

const PATTERNS = HEAD_WORDS.map(([role, words]) => {
  const choices = words.replace(/\s*\n\s*/g, '');
  return [role, new RegExp(`(?<![\\p{L}\\p{N}])(?:${choices})(?![\\p{L}\\p{N}])`, 'u')] as const;
});
const MODIFIERS = new Set(
  'action acceptance detection quantitation quantification reporting determination measurement expanded pass fail p f standard reference date test tests testing analysis analytical laboratory lab batch lot sample samples product quality our the of for and or in by per to a an as on with usp ep bp jp nf ph eur fcc iso release basis dry wet weight wt all use uses used only ingestion ingest level levels value values type final initial total w v m date data at no detected reported name max min maximum minimum units unit raw material finished current routine typical individual start end first second third repeat repeated retest confirmatory piece pieces specimen specimens measured ip chp kp de du des la le der das di del n°'.split(
    ' ',
  ),
);
const WEAK =
  /^(?:mass|ranges?|descriptions?|names?|items?|assays?|elements?|amount|content|levels?|id|code|no|target|mean|average|ion|limit|data|moisture|acids?|features?|analys[ie]s|standards?|measurements?|observations?|from|von|desde|to|bis|hasta)$/;

/** A head as its words: lower case, without accents, footnote marks and brackets; the bracketed parts apart. */
const foldHead = (text: string): { plain: string; brackets: string[] } => {
  const folded = text
    .replace(/(?<=\p{L}{3})[¹²³⁴⁵⁶⁷⁸⁹⁰]+/gu, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[µμ]/g, 'u');
  const brackets = [...folded.matchAll(/[([{]([^([{)\]}]*)[)\]}]/g)].map((match) => (match[1] ?? '').trim());
  const plain = folded
    .replace(/[([{][^)\]}]*[)\]}]?/g, ' ')
    .replace(/[^\p{L}\p{N}%/#°&.]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return { plain, brackets };
};

/** Units that stand in heads only, beside those that values are printed with. */
const HEAD_UNIT =
  /^(?:%|mg\/(?:unit|serv(?:ing)?|container|piece|package|pack|ml|pk)|aw|ntu|ph units?|boolean|fmu|p\/a|mass ?%|wt ?%|%w\/w|% ?\(?w\/w\)?|% ?dry|mpa|n\/mm2?|°c|cfu|g|kg|col\/g)\*?$/;

// Spellings of units that mean something else in a head.
const NO_UNIT = /^(?:min\.?|[a-z]|no|sec|pass)$/i;
/** "Untergrenze"; a microgram is printed in small letters. */
const LOWER_LIMIT = 'UG';

/** The unit that a whole head is ("mg/g", "(%)"); undefined where it is none. */
export const headUnit = (text: string): string | undefined => {
  const trimmed = text.trim().replace(/\*$/, '');
  const bare = /^[([{](.*)[)\]}]$/.exec(trimmed)?.[1]?.trim() ?? trimmed;
  return bare.length > 0 &&
    !NO_UNIT.test(bare) &&
    bare !== LOWER_LIMIT &&
    (readUnit(bare) !== null || HEAD_UNIT.test(bare.toLowerCase()))
    ? bare
    : undefined;
};

/** "% of claim", "Found (% of label claim)": a share of what is declared. */
const OF_CLAIM = /^\s*%(?: of)?(?: the)?(?: label(?:led)?| declared)? claim\b/i;

const unitIn = (text: string): string | undefined => {
  const bracketed = [...text.matchAll(/[([{]([^([{)\]}]*)[)\]}]/g)].map((match) => match[1] ?? '');
  if ([text, ...bracketed].some((part) => OF_CLAIM.test(part))) return '%';
  const behind = /(?:,|\bin\b|\s)\s*(\S+)$/.exec(text)?.[1] ?? '';
  return [...bracketed, behind].map(headUnit).find((unit) => unit !== undefined);
};

const isLeftOver = (token: string): boolean =>
  !['', '/', '&', '.'].includes(token) && !MODIFIERS.has(token) && headUnit(token) === undefined;

/** "Result 2", "1st result", "Result B": which of several. */
const COUNTED = /^(?:\d{1,2}(?:st|nd|rd|th)?|[a-e])$/;

/** The words of a folded head; a slash parts words, but not the halves of a unit. */
const splitTokens = (plain: string): string[] =>
  plain
    .split(' ')
    .flatMap((token) => (headUnit(token) === undefined ? token.split('/') : [token]))
    .filter((token) => token !== '');

type Match = { role: Role; word: string; rest: string[] };

const findMatches = (plain: string): Match[] =>
  PATTERNS.flatMap(([role, pattern]) => {
    const match = pattern.exec(plain);
    if (!match) return [];
    const word = match[0].trim();
    const rest = splitTokens(`${plain.slice(0, match.index)} ${plain.slice(match.index + match[0].length)}`);
    const isCounted = role === 'result' && !WEAK.test(word);
    return [{ role, word, rest: isCounted ? rest.filter((token) => !COUNTED.test(token)) : rest }];
  });

// "Test / Parameter", "Résultat Result": two words for one column.
const isSecondName = (plain: string, { role, word, rest }: Match): boolean => {
  // "Pesticides" is the title above the head "Pesticide".
  const isTitle = (other: Match): boolean => role === 'parameter' && other.word.slice(0, 4) === word.slice(0, 4);
  const isTranslated = (other: Match): boolean => other.role === role && !isTitle(other);
  return findMatches(rest.join(' ')).some(
    (other) => other.rest.length === 0 && (/[/&]/.test(plain) || isTranslated(other)),
  );
};

const ENDS: readonly Role[] = ['minimum', 'maximum'];

/** "Limits, minimum": one end of a limit, whatever word stands above it. */
const bestEnd = (matches: readonly Match[]): Match | undefined => {
  const end = matches.find(
    ({ role, rest }) =>
      ENDS.includes(role) &&
      findMatches(rest.join(' ')).some((other) => other.role === 'specification' && other.rest.length === 0),
  );
  return end && { ...end, rest: [] };
};

/** The word that leaves the least of the head unexplained; of equals the narrower meaning. */
const bestMatch = (plain: string): (Match & { strict: boolean }) | undefined => {
  const matches = findMatches(plain);
  const best =
    bestEnd(matches) ??
    matches.find(({ rest }) => rest.length === 0) ??
    matches.find(({ rest }) => !rest.some(isLeftOver)) ??
    matches[0];
  if (!best) return undefined;
  const unexplained = best.rest.filter(isLeftOver);
  return { ...best, strict: unexplained.length === 0 || isSecondName(plain, { ...best, rest: unexplained }) };
};

/** A head over what is looked for, or over what is aimed at. */
export const TARGET = /^targets?$/i;

/** "Min. - Max.": both ends of a limit in one cell. */
const BOTH_ENDS = /\bmin[a-z]*\.?\s*(?:[-–/&]|to|and)\s*max[a-z]*\.?$/i;

const BRACKET_ROLES: readonly Role[] = ['status', 'minimum', 'maximum'];

/** What column a head speaks of; undefined where none of the known words stands in it. */
export const readHeadWord = (text: string): HeadWord | undefined => {
  if (/^[<>=≤≥*~±]|\d{3}|[=;]/.test(text) || text.endsWith(':')) return undefined;
  const { plain, brackets } = foldHead(text);
  const own = headUnit(text);
  if (own !== undefined) return { role: 'unit', strict: true, weak: true, unit: own };
  if (BOTH_ENDS.test(text)) return { role: 'specification', strict: true, weak: false };
  const unit = unitIn(text);
  const inBrackets = brackets.map(bestMatch).find((match) => match?.strict && BRACKET_ROLES.includes(match.role));
  const best = bestMatch(plain);
  if (!best && unit !== undefined && isHeadFiller(text)) return { role: 'unit', strict: true, weak: true, unit };
  if (!best && !inBrackets) return undefined;
  const role = inBrackets?.role ?? best?.role ?? 'other';
  const strict = best?.strict ?? plain.split(' ').length <= 3;
  return { role, strict, weak: best ? WEAK.test(best.word) : false, ...(unit === undefined ? {} : { unit }) };
};

/** True for a part of a head that says nothing by itself: a unit, a bracket, a word such as "level". */
export const isHeadFiller = (text: string): boolean => {
  if (/^[([{].*[)\]}]\*?$/.test(text.trim())) return true;
  const { plain } = foldHead(text);
  return plain !== '' && splitTokens(plain).every((token) => !isLeftOver(token));
};
