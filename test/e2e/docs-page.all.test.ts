import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { BROWSERS, commandOnPath } from '../../scripts/runtime/tool.ts';
import { readDemo } from './demo.ts';

const TIMEOUT_MS = 1_800_000;
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const HEIGHT = 900;

/** Whether what the selector finds has been brought to the top of what is seen, below the header. */
const isAtTop = (selector: string): string => `(() => {
  const found = document.querySelector(${JSON.stringify(selector)});
  const { bottom } = document.querySelector('header').getBoundingClientRect();
  const { top } = found?.getBoundingClientRect() ?? { top: -1 };
  const end = Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
  return top >= bottom && (top < bottom + 40 || (end && top < innerHeight));
})()`;

const operation = (id: string): string => `.opblock.is-open[id$="-${id}"]`;

describe('the documentation page in a browser', function () {
  this.timeout(TIMEOUT_MS);
  const demo = readDemo();
  let browser: Browser;
  let page: Page;
  let troubles: string[];

  before(async function () {
    const executablePath = BROWSERS.map(commandOnPath).find((found) => found !== null);
    if (!executablePath) {
      console.log(
        '      the documentation page is not looked at: no chromium is on the path (apt-get install chromium)',
      );
      // As with other programs of Debian's that a machine may be without: it is said, and nothing else of the run depends on it.
      return this.skip();
    }
    browser = await chromium.launch({ executablePath, args: FLAGS, timeout: TIMEOUT_MS });
  });
  after(() => browser?.close());
  afterEach(() => page?.close());

  const open = async (width: number, hash = ''): Promise<void> => {
    page = await browser.newPage({ viewport: { width, height: HEIGHT } });
    page.setDefaultTimeout(TIMEOUT_MS);
    troubles = [];
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('pageerror', ({ message }) => troubles.push(message));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(demo.docs_url).origin)
        troubles.push(`asked for ${request.url()}`);
    });
    await page.goto(`${demo.docs_url}${hash}`, { timeout: TIMEOUT_MS });
    await page.waitForSelector('.opblock-tag');
  };

  /** The page runs no text as a program, so it is asked from here. */
  const shown = (condition: string) => eventually(condition, () => page.evaluate(condition));

  const follow = (hash: string): Promise<void> => page.click(`#contents a[href="${hash}"]`);

  it('brings the reader from the contents to an operation, the first and the last ones, wherever the page stands', async () => {
    await open(1280);
    for (const [resource, id] of [
      ['Entities', 'listEntities'],
      ['Webhooks', 'listWebhooks'],
      ['API keys', 'revokeApiKey'],
      ['Entities', 'getEntity'],
      ['Entities', 'listEntities'],
    ] as const) {
      await follow(`#/${encodeURIComponent(resource)}/${id}`);
      await shown(isAtTop(operation(id)));
      expect(new URL(page.url()).hash).to.equal(`#/${encodeURIComponent(resource)}/${id}`);
    }
    await page.goBack();
    await shown(isAtTop(operation('getEntity')));
    await follow('#/');
    await shown('scrollY === 0');
    expect(troubles).to.deep.equal([]);
  });

  it('opens an operation that its address names', async () => {
    await open(1280, '#/Webhooks/listWebhooks');
    await shown(isAtTop(operation('listWebhooks')));
  });

  it('is read on a telephone: each resource is reached, and nothing is wider than the screen', async () => {
    await open(390);
    const resources = await page.locator('#contents .resource').allTextContents();
    for (const resource of resources.slice(1)) {
      await follow(`#/${encodeURIComponent(resource)}`);
      await shown(isAtTop(`.opblock-tag[data-tag=${JSON.stringify(resource)}][data-is-open="true"]`));
    }
    await page.click('.opblock-summary-control');
    await page.waitForSelector('.opblock.is-open .responses-table');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390);
    expect(troubles).to.deep.equal([]);
  });
});
