import type { TestStatus } from '../result.ts';

// Whole cells that say that nothing was decided.
const UNDECIDED =
  /^(?:[-–—/*.]+|n\.? ?\/? ?a\.?|none|not (?:applicable|tested|analy[sz]ed|performed|required)|n\.?t\.?|pending|tbd)$/;
const HEADING = /^pass(?:ed)?\s*(?:\/|or)\s*fail(?:ed)?\b|^(?:status|conclusion|verdict|judg[e]?ment)$/;

// Denials stand first: each of them holds or begins like a word of agreement.
const FAIL: readonly RegExp[] = [
  /^(?:fail(?:s|ed|ure|ing)?|oos|o\.o\.s\.?|nok|n\.?o\.k\.?|not[- ]?ok(?:ay)?)(?![a-z])/,
  /^(?:do(?:es)?|did|is|was|are|has|have)(?: not|n't)(?: been)? (?:comply|conform|meet|met|pass|satisf|correspond|compl|in spec|within|accept)/,
  /^not (?:compl(?:iant|y|ies|ying)|conform|pass|accept|met|meet|within|in spec|satisf|approved|released)/,
  /^non[- ]?(?:compl(?:iant|iance|ying)|conform)/,
  /^(?:unsatisfactory|unacceptable|reject|out[- ]of[- ](?:spec|limit|range|tolerance)|outside (?:of )?(?:the )?(?:spec|limit|range))/,
  /^(?:not in (?:compliance|conform\w+)|off[- ]spec|oot(?![a-z]))/,
  /^(?:exceeds (?:the )?(?:limit|spec)|above (?:the )?limit|disapproved)/,
  /^(?:nicht |un)(?:bestanden|konform|erfullt|entsprechend|akzept|zulassig)/,
  /^(?:entspricht|erfullt|genugt|besteht|bestanden)(?: \w+){0,3}? nicht(?![a-z])|^durchgefallen|^n\. ?i\. ?o\.?(?![a-z])/,
  /^(?:no|nao|non|pas|niet|nie|ne|inte|ikke)[- ](?:conform|cumple|cumpre|pasa|apto|apta|aprobad|aprovad|satisf|atende|corrispond|idone|voldo|spelnia|zgodn|repond|correspond|godkend|godkand|accept|ok)/,
  /^(?:rechazad|incumple|fuera de (?:especificacion|limite|rango)|reprovad|rejete|respinto|hors (?:specification|limite|norme)|fuori (?:specifica|limite)|voldoet niet|niezgodn|nevyhovuje)/,
  /^(?:부적합|不合格|不符合|不符|不适合|不適合|不適|不通過|不通过|не соответствует|не годен)/,
  /^[✗✘✕✖❌❎╳]/u,
];

const PASS: readonly RegExp[] = [
  /^(?:pass(?:es|ed|ing)?|compl(?:y|ies|ied|iant|ying)|conform(?:s|ed|ing|es|e|i)?|conforms?to|ok|okay|o\.k\.)(?![a-z])/,
  /^(?:meets?|met|satisf(?:y|ies|ied|actory)|accept(?:ed|able)|approved|corresponds?)(?![a-z])/,
  /^(?:is |are )?(?:within|in|inside)(?: the| of)? (?:spec|limit|range|tolerance|accept|requirement)/,
  /^within(?! *[\d±+<>~-]| \w)/,
  /^in compliance(?![a-z])/,
  /^(?:konform|entspricht|erfullt|bestanden|genugt|i\. ?o\.)(?![a-z])/,
  /^(?:cumple|conforme|satisfactori[oa]|aprobad[oa]|apt[oa]|atende|cumpre|aprovad[oa]|satisfaz|satisfait|repond|correspond|corrisponde|idone[oa]|voldoet|goedgekeurd|spelnia|zgodn[yae]|vyhovuje|godkend|godkand|uygun|uygundur)(?![a-z])/,
  /^(?:적합|合格|符合|适合|適合|適|通过|通過|соответствует|годен)/,
  /^[✓✔✅☑√]/u,
];

const LETTERS: ReadonlyMap<string, TestStatus> = new Map([
  ['p', 'pass'],
  ['f', 'fail'],
  ['c', 'pass'],
  ['nc', 'fail'],
  ['n.c.', 'fail'],
  ['ng', 'fail'],
  ['n.g.', 'fail'],
  ['yes', 'pass'],
  ['no', 'fail'],
  ['ja', 'pass'],
  ['nein', 'fail'],
]);

/**
 * The status that a cell begins with: pass or fail; null where it says that nothing was decided ("N/A", "pending");
 * undefined where it begins with no status word. `column`: the cell stands in a status column, where one letter is enough.
 */
export function readStatusWord(text: string, options: { column?: boolean } = {}): TestStatus | undefined {
  const word = foldWord(text);
  if (word === '' || HEADING.test(word)) return undefined;
  if (UNDECIDED.test(word)) return null;
  const letter = LETTERS.get(word);
  if (options.column && letter) return letter;
  if (FAIL.some((pattern) => pattern.test(word))) return 'fail';
  if (!PASS.some((pattern) => pattern.test(word))) return undefined;
  return isTakenBack(word) ? null : 'pass';
}

// What is found nowhere, or is within its limit, takes nothing back.
const HARMLESS = /\b(?:not|none|no|nicht) (?:detected|found|present|more|less|growth|nachweisbar|nachgewiesen)\b/g;
/** Words and signs, in lower case, that take agreement back or leave it open. */
export const TAKEN_BACK =
  /(?<![a-z])(?:no|not|never|neither|nor|hardly|nicht|nur|non|except|but|however|partial(?:ly)?|fail(?:s|ed|ure)?|oos|with deviations?)(?![a-z])|n't(?![a-z])|[✗✘✕✖❌❎╳☐]/u;

/** Whether words behind one of agreement take it back or leave it open ("Complies: no", "☑ Fail ☐ Pass"). */
function isTakenBack(word: string): boolean {
  return TAKEN_BACK.test(word.replace(HARMLESS, ' '));
}

const DENIAL =
  /\b(?:fail(?:s|ed|ure)?|oos|out of spec\w*|off[- ]spec\w*|not in (?:compliance|conform\w+)|non[- ]?compl\w+|non[- ]?conform\w+|rejected|nicht (?:bestanden|konform|erfullt)|no cumple|不合格|不符合)(?![a-z])|\b(?:does|do|did|is) not (?:comply|conform|meet|pass)|\bnot (?:compl|conform|pass|meet|within)/;

/** Whether a denial stands anywhere in a result ("0.7 % - does not comply"). */
export function deniesConformity(text: string): boolean {
  return DENIAL.test(foldWord(text));
}

function foldWord(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'([{:;*•]+/, '')
    .replace(/[\s"')\]}:;!]+$/, '');
}
