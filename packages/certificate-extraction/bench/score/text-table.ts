/** A table of text: the first column to the left, the others to the right. */
export const textTable = (lines: readonly (readonly string[])[]): string => {
  const columns = Math.max(0, ...lines.map((line) => line.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** A share with three digits, "–" where there is none. */
export const shareText = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

/** Seconds with two digits, "–" where there are none. */
export const secondsText = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
