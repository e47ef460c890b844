import { i18n, type Messages } from '@lingui/core';

export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

const STORED = 'qsc-language';

const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('./locales/en.po'),
  de: () => import('./locales/de.po'),
};

const isLanguage = (text: string | null | undefined): text is Language => LANGUAGES.includes(text as Language);

/** The language that was chosen in this browser, else the first of the browser's own that is there, else English. */
export const firstLanguage = (): Language => {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
};

/** Shows everything in a language and remembers it in this browser. */
export const showLanguage = async (language: Language): Promise<void> => {
  const { messages } = await catalogues[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  localStorage.setItem(STORED, language);
};
