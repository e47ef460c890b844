const PREFIX = 'qsc-draft';

const keyOf = (userId: string, name: string): string => `${PREFIX}:${userId}:${name}`;

/** What the user typed into the form of that name before the page was left or loaded again; null for nothing. */
export const readDraft = <Values>(userId: string, name: string): Values | null => {
  const text = sessionStorage.getItem(keyOf(userId, name));
  if (text === null) return null;
  try {
    return JSON.parse(text) as Values;
  } catch {
    return null;
  }
};

/** Holds what is typed until the form is sent, the tab is closed or the user signs out. */
export const writeDraft = (userId: string, name: string, values: unknown): void =>
  sessionStorage.setItem(keyOf(userId, name), JSON.stringify(values));

export const eraseDraft = (userId: string, name: string): void => sessionStorage.removeItem(keyOf(userId, name));

/** Erases the drafts of every user of this tab; called at sign-out and when another user signs in. */
export const eraseDrafts = (): void => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${PREFIX}:`)) sessionStorage.removeItem(key);
};
