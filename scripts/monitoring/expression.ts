/** What is no metric's name though it stands where one could. */
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'atan2', 'inf', 'nan']);

const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/gi;

/** The names of metrics in an expression of PromQL, each with the labels that it is chosen by. */
export const metricsIn = (expression: string): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  const plain = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(GROUPING, '');
  for (const [, name = '', follows, chosen = ''] of plain.matchAll(/([a-zA-Z_:][\w:]*)\s*(\(|\{([^}]*)\})?/g)) {
    if (follows === '(' || WORDS.has(name.toLowerCase())) continue;
    const labels = found.get(name) ?? new Set();
    for (const [, label = ''] of chosen.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) labels.add(label);
    found.set(name, labels);
  }
  return found;
};

/** What may stand in an expression: a text, a group of labels, a span, or a name and what follows it. */
const PARTS = [
  /"(?:[^"\\]|\\.)*"/,
  /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/,
  /\[[^\]]*\]/,
  /(?<name>[a-zA-Z_:][\w:]*)(?<follows>(?:\s*(?:by|without)\s*\([^)]*\))?\s*\(|\{(?:"(?:[^"\\]|\\.)*"|[^}"])*\})?/,
];

/** The expression with one more condition on every metric in it, such as `namespace="a"`. */
export const narrowed = (expression: string, condition: string): string =>
  expression.replaceAll(new RegExp(PARTS.map(({ source }) => source).join('|'), 'gi'), (part, ...rest) => {
    const { name, follows = '' } = rest.at(-1) as { name?: string; follows?: string };
    if (name === undefined || follows.endsWith('(') || WORDS.has(name.toLowerCase())) return part;
    const chosen = follows.slice(1, -1);
    return `${name}{${chosen === '' ? '' : `${chosen},`}${condition}}`;
  });

/** The names of samples that a text of OpenMetrics declares, each with the labels that its samples have here. */
export const listSamples = (text: string): Map<string, Set<string>> => {
  const declared = new Map<string, Set<string>>();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    for (const suffix of SUFFIXES[type] ?? ['']) declared.set(`${name}${suffix}`, new Set());
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-zA-Z_:][\w:]*)\{([^}]*)\}/gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) declared.get(name)?.add(label);
  return declared;
};

const SUFFIXES: Record<string, readonly string[]> = {
  counter: ['_total'],
  histogram: ['_bucket', '_count', '_sum'],
  summary: ['', '_count', '_sum'],
};
