const SUFFIX =
  /\b(?:ltd|limited|inc|incorporated|llc|l\.l\.c|gmbh|ag|kg|kgaa|s\.?a\.?s?|s\.?p\.?a|s\.?r\.?l|b\.?v|n\.?v|co|corp|corporation|company|plc|llp|pvt|pty|oy|oyj|ab|a\/s|aps|k\.k|sdn bhd|d\.o\.o|s\.?r\.?o|kft|z\s?o\.?\s?o|a\.?[sş]|ltda|lda|spc|s\.?l\.?u?|gbr|e\.?k|mbh)\b(?!-\p{L})\.?\)?/giu;
/** The legal form of a company (Ltd, GmbH, S.A.). */
export const LEGAL_FORM = new RegExp(SUFFIX.source, 'iu');
const FOR_OTHERS = /\s(?:for|on behalf of|im Auftrag|für|pour|para|per conto|voor)\s/i;
const NOT_ADDRESS =
  /@|\bwww\.|https?:|^(?:tel|phone|fax|e-?mail|lic(?:ense|ence)?|reg)\b|^\+?[\d\s()./-]{7,}$|^[A-Z]{1,5}\d*-[\dA-Z-]+$|^[A-Z0-9]+-[A-Z0-9]+-LIC$/i;

/** Parts a company's name from its address: by lines, or behind the legal form in one line. */
export function splitCompany(lines: readonly string[]): { name: string; address: string | undefined } {
  const [line = '', ...rest] = joinBrokenName(lines);
  const first = withoutOthers(line);
  const address = rest.filter((line) => !NOT_ADDRESS.test(line.trim()));
  const cut = endOfName(first);
  const tail = first
    .slice(cut)
    .replace(/^[\s,;–-]+/, '')
    .trim();
  const name = first.slice(0, cut).replace(/[\s,;–-]+$/, '');
  return { name, address: joinAddress(tail === '' ? address : [tail, ...address]) };
}

// "Acme Chemicals Ltd. for Beta Trading GmbH": who it was made for is neither name nor address.
function withoutOthers(line: string): string {
  const name = line.slice(0, FOR_OTHERS.exec(line)?.index);
  return LEGAL_FORM.test(name) ? name : line;
}

// "Bright Bio-Chemical Co.," above "Ltd.": the legal form belongs to the name.
function joinBrokenName(lines: readonly string[]): string[] {
  const [first = '', second, ...rest] = lines;
  if (second === undefined) return [...lines];
  const form = second.match(SUFFIX)?.[0];
  const isForm = form !== undefined && second.trim().startsWith(form);
  const endsName =
    form !== undefined && !LEGAL_FORM.test(first) && !/\d/.test(first + second) && second.trim().endsWith(form);
  return isForm || endsName || /[&-]$|\b(?:and|und|of|de|y|et)$/i.test(first)
    ? [`${first} ${second}`, ...rest]
    : [...lines];
}

/** Lines of an address as one text; a line that is itself a list of commas was broken by width, others by meaning. */
export function joinAddress(lines: readonly string[]): string | undefined {
  const kept = lines
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '' && !NOT_ADDRESS.test(line));
  if (kept.length === 0) return undefined;
  const isList = kept.length > 1 && kept.slice(0, -1).some((line) => (line.match(/,/g) ?? []).length >= 2);
  return kept
    .reduce((text, line) => (isList || /[,;-]$/.test(text) ? `${text} ${line}` : `${text}, ${line}`))
    .replace(/[,;]$|(?<=\p{L}{4})\.$/u, '');
}

function endOfName(line: string): number {
  const suffixes = [...line.matchAll(SUFFIX)].filter((match) => (match.index ?? 0) > 2);
  for (const match of suffixes) {
    const end = (match.index ?? 0) + match[0].length;
    const rest = line.slice(end);
    if (/^\s*[.,;–-](?!\s*(?:ltd|limited|inc|llc|gmbh|co|corp|kg|s\.|b\.v|pvt)\b)/i.test(rest)) return end;
  }
  const comma = /,\s*(?=.*\d|[^,]*,)/.exec(line);
  if (suffixes.length === 0 && comma && /\d|,/.test(line.slice(comma.index + 1))) return comma.index;
  return line.length;
}
