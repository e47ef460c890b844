import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(import.meta.dirname, '../src/i18n/locales');

/** The messages of a language's catalogues that have no translation. */
export const untranslated = (language: string): string[] =>
  globSync(`**/${language}.po`, { cwd: LOCALES }).flatMap((file) =>
    untranslatedIn(readFileSync(join(LOCALES, file), 'utf8')),
  );

const untranslatedIn = (text: string): string[] =>
  text
    .split('\n\n')
    .filter((entry) => /^msgstr ""\s*$/m.test(entry) && !/^msgid ""\n/m.test(entry) && !entry.includes('\n"'))
    .map((entry) => /^msgid "(.*)"$/m.exec(entry)?.[1] ?? '');
