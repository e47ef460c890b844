import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { BROWSERS, commandOnPath } from '../../scripts/runtime/tool.ts';
import { type Demo, readDemo } from '../../test/e2e/demo.ts';

/** Ends what hangs, on however slow a machine; it measures nothing. */
export const TIMEOUT_MS = 180_000;

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = join(process.env.QSC_DATA_DIR ?? '.', '..', '..', '..', 'dashboard-pages');

export type { Locator, Page };

type Login = { username: string; password: string };

/** A page of the dashboard with what went wrong on it. */
export type Window = { page: Page; troubles: string[] };

export type Dashboard = {
  demo: Demo;
  /** A window of its own, signed in as the demo's user of that role, or as anybody by user name and password. */
  signIn(who: string | Login, options?: BrowserContextOptions): Promise<Window>;
  /** A window before the sign-in. */
  open(options?: BrowserContextOptions): Promise<Window>;
  close(): Promise<void>;
};

const personOf = (demo: Demo, role: string): Demo['users'][number] => {
  const person = demo.users.find((user) => user.role === role);
  if (!person) throw new Error(`The demo has no ${role}.`);
  return person;
};

/** What the sign-in and every signature ask for. */
export const credentials = (demo: Demo, role: string): Login => {
  const { email, password } = personOf(demo, role);
  return { username: email, password };
};

/** The browser over the mesh of the run; null, with a line that says so, where this machine has none. */
export const openDashboard = async (): Promise<Dashboard | null> => {
  const executablePath = BROWSERS.map(commandOnPath).find((found) => found !== null);
  if (!executablePath) {
    console.log('      the pages are not looked at: no chromium is on the path (apt-get install chromium)');
    return null;
  }
  const browser: Browser = await chromium.launch({ executablePath, args: FLAGS, timeout: TIMEOUT_MS });
  const demo = readDemo();

  const open = async (options: BrowserContextOptions = {}): Promise<Window> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', ({ message }) => troubles.push(message));
    page.on('console', (message) => {
      // A refused request is shown by the page; the browser's own line about it is no trouble.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        troubles.push(message.text());
    });
    await page.goto(`${demo.base_url}/app`);
    return { page, troubles };
  };

  return {
    demo,
    open,
    async signIn(who, options) {
      const window = await open(options);
      const { username, password } = typeof who === 'string' ? credentials(demo, who) : who;
      await window.page.getByRole('textbox', { name: /User name|Benutzername/ }).fill(username);
      await window.page.locator('input[name=password]').fill(password);
      await window.page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
      await window.page
        .getByRole('navigation', { name: /Main|Hauptnavigation/ })
        .or(menuOf(window.page))
        .first()
        .waitFor();
      return window;
    },
    close: () => browser.close(),
  };
};

/** The button of the drawer, which narrow windows have in place of the sidebar. */
const menuOf = (page: Page) => page.getByRole('button', { name: /^(Menu|Menü)$/ });

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/** What axe finds on the page as it stands, one line for each rule. */
export const accessFaults = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: Violation[];
  };
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
};

/** Writes a picture of the page into `.data/dashboard-pages`. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true, animations: 'disabled' });
};
