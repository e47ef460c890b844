const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** What people call the program that a `User-Agent` names: "Firefox, Windows"; its first product for others, null for none. */
export const browserName = (userAgent: string | null): string | null => {
  if (!userAgent) return null;
  const [browser, system] = [BROWSERS, SYSTEMS].map((list) => list.find(([mark]) => userAgent.includes(mark))?.[1]);
  return browser ? [browser, system].filter(Boolean).join(', ') : (userAgent.split(/[ /]/)[0] ?? null);
};
