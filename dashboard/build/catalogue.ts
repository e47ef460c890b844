import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(import.meta.dirname, '../src/i18n/locales');

/** The messages of a catalogue that have no translation. */
export const untranslated = (language: string): string[] => {
  const text = readFileSync(join(LOCALES, `${language}.po`), 'utf8');
  return text
    .split('\n\n')
    .filter((entry) => /^msgstr ""\s*$/m.test(entry) && !/^msgid ""\n/m.test(entry) && !entry.includes('\n"'))
    .map((entry) => /^msgid "(.*)"$/m.exec(entry)?.[1] ?? '');
};
