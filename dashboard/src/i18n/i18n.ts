import { i18n, type Messages } from '@lingui/core';

export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

const STORED = 'qsc-language';

const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('./locales/en.po'),
  de: () => import('./locales/de.po'),
};

/** The catalogues of rooms that are no part of the first view; `lingui.config.ts` names the same. */
const rooms = {
  administration: {
    en: () => import('./locales/administration/en.po'),
    de: () => import('./locales/administration/de.po'),
  },
  inspection: {
    en: () => import('./locales/inspection/en.po'),
    de: () => import('./locales/inspection/de.po'),
  },
  integrations: {
    en: () => import('./locales/integrations/en.po'),
    de: () => import('./locales/integrations/de.po'),
  },
} satisfies Record<string, typeof catalogues>;

type Room = keyof typeof rooms;

const opened = new Map<Room, Promise<void>>();

const isLanguage = (text: string | null | undefined): text is Language => LANGUAGES.includes(text as Language);

/** The language that was chosen in this browser, else the first of the browser's own that is there, else English. */
export const firstLanguage = (): Language => {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
};

/** Shows everything in a language and remembers it in this browser. */
export const showLanguage = async (language: Language): Promise<void> => {
  const parts = [catalogues, ...[...opened.keys()].map((room) => rooms[room])];
  const loaded = await Promise.all(parts.map((catalogue) => catalogue[language]()));
  const messages = Object.assign({}, ...loaded.map((part) => part.messages)) as Messages;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  localStorage.setItem(STORED, language);
};

const loadRoom = async (room: Room): Promise<void> => {
  const language = i18n.locale as Language;
  const { messages } = await rooms[room][language]();
  i18n.load(language, messages);
};

/** A page of a room that has a catalogue of its own, once that is loaded too. */
export const withCatalogue = async <Page>(room: Room, page: Promise<Page>): Promise<Page> => {
  const loading = opened.get(room) ?? loadRoom(room);
  opened.set(room, loading);
  try {
    await loading;
  } catch (error) {
    opened.delete(room);
    throw error;
  }
  return page;
};
