import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Rooms whose pages have a catalogue of their own (`i18n.ts`); the names of their routes are part of the first view. */
const ROOMS = ['administration', 'inspection', 'integrations'];

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [
    {
      path: '<rootDir>/src/i18n/locales/{locale}',
      include: ['src'],
      exclude: ROOMS.map((room) => `src/${room}/!(routes).*`),
    },
    ...ROOMS.map((room) => ({
      path: `<rootDir>/src/i18n/locales/${room}/{locale}`,
      include: [`src/${room}`],
      exclude: [`src/${room}/routes.ts`],
    })),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
});
