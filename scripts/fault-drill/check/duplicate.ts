/** The texts that come more than once, each once. */
export const duplicates = (texts: readonly string[]): string[] =>
  [...Map.groupBy(texts, (text) => text)].filter(([, same]) => same.length > 1).map(([text]) => text);
