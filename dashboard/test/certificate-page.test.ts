import { apiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Dashboard, openDashboard, type Page, TIMEOUT_MS, type Window } from './browser.ts';
import { makeCertificate, makeTiff } from './certificate-file.ts';

type Dropped = { name: string; type: string; content: Buffer };

/** Drops files from outside of the browser on the page. */
const drop = async (page: Page, files: readonly Dropped[]): Promise<void> => {
  const texts = files.map(({ name, type, content }) => ({ name, type, text: content.toString('base64') }));
  const transfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, type, text } of ${JSON.stringify(texts)})
      transfer.items.add(new File([Uint8Array.fromBase64(text)], name, { type }));
    return transfer;
  })()`);
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
};

const pdf = async (batch: string, rows: string[][]): Promise<Dropped> => ({
  name: `${batch}.pdf`,
  type: 'application/pdf',
  content: await makeCertificate(batch, rows),
});

describe('certificates in the dashboard', function () {
  this.timeout(TIMEOUT_MS);
  let dashboard: Dashboard;
  let supplier: { id: string; name: string };
  let window: Window | undefined;

  const api = () => apiClient(dashboard.demo.base_url, dashboard.demo.api_key);
  const goTo = (page: Page, path: string) => page.goto(`${dashboard.demo.base_url}/app${path}`);

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
    const { body } = await api().post('/v1/suppliers', {
      name: 'Reviewed Excipients AG',
      supplier_code: `REV-${Date.now()}`,
    });
    supplier = body.data;
  });
  after(() => dashboard?.close());
  afterEach(async () => {
    await window?.page.context().close();
  });

  const upload = async (page: Page, files: readonly Dropped[]): Promise<void> => {
    await goTo(page, `/certificates/upload?supplier=${supplier.id}`);
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Certificate of analysis' }).click();
    await drop(page, files);
    await page.getByRole('button', { name: /^Upload \d+ files?$/ }).click();
  };

  const recordOf = async (page: Page) => {
    const [, id] = /certificates\/(cert_\w+)/.exec(page.url()) ?? [];
    return (await api().get(`/v1/certificates/${id}`)).body.data;
  };

  it('go from the drop to validated with a corrected row, and the next one that waits opens', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await goTo(page, `/suppliers/${supplier.id}?tab=certificates`);
    await page.getByRole('link', { name: 'Upload certificates' }).click();
    await page.getByRole('heading', { name: 'Upload certificates' }).waitFor();
    await page.getByRole('main').getByText(supplier.name).waitFor();
    await upload(page, [
      await pdf('LM-2026-014', [
        ['Water', 'NMT 0.5 %', '0.2 %'],
        ['Assay', '98.0 - 102.0 %', '89.6 %'],
      ]),
      await pdf('LM-2026-015', [['Assay', '98.0 - 102.0 %', '99.9 %']]),
      { name: 'notes.txt', type: 'text/plain', content: Buffer.from('no certificate at all') },
    ]);
    const refused = page.getByRole('listitem', { name: 'notes.txt' });
    await refused.getByText('Save it as PDF, PNG, JPEG, TIFF, XML or CSV.').waitFor();
    await refused.getByRole('button', { name: 'Remove notes.txt' }).click();
    await page.getByRole('listitem', { name: 'LM-2026-015.pdf' }).getByRole('link', { name: 'Review' }).waitFor();
    await page.getByRole('listitem', { name: 'LM-2026-014.pdf' }).getByRole('link', { name: 'Review' }).click();

    await page.locator('canvas[data-drawn]').waitFor();
    const results = page.getByRole('textbox', { name: /^Result of/ });
    // The failing row stands on top, though the document has it below.
    expect(await results.first().getAttribute('aria-label')).to.equal('Result of Assay');
    await page.getByRole('textbox', { name: 'Result of Water' }).hover();
    expect(await page.locator('.place[data-lit]').getAttribute('title')).to.equal('Water');
    await page.locator('.place[title="Assay"]').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('99.6 %', { delay: 1 });
    expect(await page.getByRole('combobox', { name: 'State of Assay' }).inputValue()).to.equal('pass');
    await page.locator('.value-old').getByText('89.6 %').waitFor();
    const valid = page.getByRole('button', { name: /^Valid/ });
    expect(await valid.getAttribute('aria-disabled')).to.equal('true');
    await page.getByRole('textbox', { name: 'Reason for 1 correction' }).fill('Two digits were swapped.');
    const { id } = await recordOf(page);
    await valid.click();
    await page.waitForURL((url) => url.pathname.endsWith('/review') && !url.pathname.includes(id));

    await goTo(page, `/certificates/${id}`);
    await page.getByText('99.6 %').waitFor();
    await page.getByText('89.6 %').waitFor();
    const record = await recordOf(page);
    expect(record).to.include({ status: 'valid', batch_number: 'LM-2026-014', expiry_date: '2031-01-31' });
    expect(record.supplier_id).to.equal(supplier.id);
    expect(record.extracted_data.overrides[0]).to.include({
      value: '99.6 %',
      from: '89.6 %',
      reason: 'Two digits were swapped.',
    });
    expect(window.troubles).to.deep.equal([]);
  });

  it('whose assay fails are validated only with a note, and the draft of it survives a reload', async () => {
    window = await dashboard.signIn('quality_assurance');
    const { page } = window;
    await upload(page, [await pdf('LM-2026-016', [['Assay', '98.0 - 102.0 %', '97.1 %']])]);
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByText('1 failing row needs a note').waitFor();
    const valid = page.getByRole('button', { name: /^Valid/ });
    expect(await valid.getAttribute('aria-disabled')).to.equal('true');
    await page.getByRole('textbox', { name: 'Note' }).fill('Accepted for use in reagents alone.');
    await page.reload();
    await page.getByText('1 failing row needs a note').waitFor();
    const { id } = await recordOf(page);
    await valid.click();
    await page.waitForURL((url) => !url.pathname.includes(`${id}/review`));
    await goTo(page, `/certificates/${id}`);
    await page.getByRole('complementary').getByText('Accepted for use in reagents alone.').waitFor();
    expect((await recordOf(page)).status).to.equal('valid');
    expect(window.troubles).to.deep.equal([]);
  });

  it('as TIFF are shown by page, and are rejected with a note', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await upload(page, [{ name: 'scan.tif', type: 'image/tiff', content: makeTiff(2) }]);
    await page
      .getByRole('listitem', { name: 'scan.tif' })
      .getByRole('link', { name: /Review|Open/ })
      .click();
    await page.waitForURL((url) => url.pathname.includes('cert_'));
    const { id } = await recordOf(page);
    await goTo(page, `/certificates/${id}/review`);
    await page.getByRole('img', { name: 'Page 2 of 2' }).and(page.locator('[data-drawn]')).waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('The scan is empty.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await api().get(`/v1/certificates/${id}`)).body.data.status).to.equal('rejected');
    expect(window.troubles).to.deep.equal([]);
  });
});
