import type { Page } from './browser.ts';

/** Controls by which one reads: they filter, sort, open, copy, check and save files. */
const READING = [
  /^(Filter|Columns|Export|Print or copy|Print or save as PDF|More actions|Approved vendor list|Views?\b.*|View: .*)$/,
  /^(Previous|Next) (page|month|certificate)$|^Remove all filters$/,
  /^(Copy|Remove the filter|Download|Save the|Save its|Save as|Complete copy|Show) ?/,
  // Handles of a drawing have no name; axe finds a button without one.
  /^$/,
  /^(Try again|Verify|Make the report|Record the review…|Mark as reviewed|Smaller|Larger)$/,
];

/** Items of menus by which one reads. */
const READING_ITEMS = /^(Print this page|Copy for inspector .*|Download .*|CSV|XLSX|PDF)$/;

/** Addresses of pages that write. */
const WRITING_LINKS = /\/(new|upload|import|change|edit|review)(\?.*)?$/;

/** From a certificate that is looked at beside its document one goes to the others. */
const NEIGHBOURS = /\/certificates\/[^/]+\/review$/;

type Control = { name: string; menu: boolean };

/** Names in the page's content, of what is pressed and is neither a tab, the head of a column nor a chip of a filter. */
const LIST_CONTROLS = `[...document.querySelectorAll('#content button, #content [role=button], #content input[type=file]')]
  .filter((one) => one.checkVisibility() && !one.matches('[role=tab], th button, .chip button, .place, [role=option], [role=menuitem]'))
  .map((one) => ({ name: (one.getAttribute('aria-label') ?? one.textContent ?? '').trim(), menu: one.getAttribute('aria-haspopup') === 'menu' }))`;

const LIST_LINKS = `[...document.querySelectorAll('#content a')].map((one) => one.getAttribute('href') ?? '')`;

/** What on the page would change a record. */
export const findWriting = async (page: Page): Promise<string[]> => {
  await page.locator('#content').locator('h1, h2, [role=alert], .empty').first().waitFor();
  await page.locator('#content [aria-busy=true]').first().waitFor({ state: 'detached' });
  const controls = (await page.evaluate(LIST_CONTROLS)) as Control[];
  const links = (await page.evaluate(LIST_LINKS)) as string[];
  const items: string[] = [];
  for (const { name } of controls.filter(({ menu, name: one }) => menu && !/^(Filter|View)/.test(one))) {
    await page.locator('#content').getByRole('button', { name, exact: true }).first().click();
    await page.getByRole('menu').waitFor();
    items.push(...(await page.getByRole('menuitem').allTextContents()));
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
  }
  return [
    ...controls.map(({ name }) => name).filter((name) => !READING.some((one) => one.test(name))),
    ...items.filter((name) => !READING_ITEMS.test(name.trim())),
    ...links.filter((href) => WRITING_LINKS.test(href) && !(NEIGHBOURS.test(href) && NEIGHBOURS.test(page.url()))),
  ];
};
