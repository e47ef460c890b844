const MOST_NAME_WORDS = 22;

const NO_NAME =
  /^(?:n\/?a|-+|limit(?:s|i|es)?|grenzwerte?|requirements?|required|min(?:imum|\.)?|max(?:imum|\.)?)$|[\d.]\s?%$|^(?:qc batch|batch|lot|sample (?:id|name|no|weight|type|size)|page|date|conclusions?|remarks?|notes?|comments?|results?|approved|prepared|checked|reviewed|released|authori[sz]ed|signed|storage|store|shelf[- ]life|expir|retest|manufactur|mfg|customer|supplier|packing|packaging|quantity|net weight|country of origin|quality control|product (?:name|type|code)|lab sample)(?![a-z-])(?! (?:of|matter))/i;

/** False for what stands in the column of names, but names no test: a signature, a batch, a page. */
export const isTestName = (name: string): boolean =>
  /\p{L}/u.test(name) && name.split(' ').length <= MOST_NAME_WORDS && !NO_NAME.test(name) && !DONE.test(name);

/** "incubated 48 h": how it was done. */
const DONE =
  /^(?:incubated|analy[sz]ed|extracted|tested|measured|dried|ignited|stored) (?:\d|(?:by|at|on|for|in|with|using)\b)/i;

const AMOUNT =
  /^(?:dilution|serving|servings|(?:net|dry|unit|specimen|sample|gross|total) (?:weight|mass|contents?|volume)|weight|volume|temperature|storage|unit mass)\b/i;

/** As `isTestName`, for names outside of tables, where amounts of the goods stand too. */
export const isLooseName = (name: string): boolean => isTestName(name) && !AMOUNT.test(name);
