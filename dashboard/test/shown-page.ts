import type { Page } from './browser.ts';

/** A page that is looked at: when it is ready, and what is done on it before. */
export type Shown = {
  name: string;
  path: string;
  ready: (page: Page) => Promise<unknown>;
  act?: (page: Page) => Promise<unknown>;
  /** Whose page it is; the quality manager's unless it says otherwise. */
  role?: 'system_admin';
};

/** Waits for the title of a page. */
export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
