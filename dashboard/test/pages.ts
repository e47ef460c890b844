import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { fillDemo } from '../../scripts/demo-records/fill-demo.ts';
import { openPartner, type Partner } from '../../scripts/fault-drill/partner/partner.ts';
import { newSystemQualificationExample } from '../../services/audit/src/system-qualification/system-qualification.examples.ts';
import { makeClient } from '../../test/e2e/demo.ts';
import { administrationPages } from './administration-pages.ts';
import {
  accessFaults,
  credentials,
  type Dashboard,
  openDashboard,
  type Page,
  TIMEOUT_MS,
  takePicture,
} from './browser.ts';
import { inspectionPages, seedInspection } from './inspection-pages.ts';
import { integrationPages, seedIntegration } from './integration-pages.ts';
import { findWriting } from './read-only.ts';
import { heading, type Shown } from './shown-page.ts';
import { seedWorkflows, workflowPages } from './workflow-pages.ts';

const settled = (page: Page) => page.waitForLoadState('networkidle');

const IMPORTED = {
  name: 'suppliers.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Vendor name,Vendor number,Country\nAcme Pharma GmbH,IMP-1,DE\nNovum Chemie AG,,Swiss\n'),
};

/** How a window is: its colours and its width. */
export type Look = readonly [scheme: 'light' | 'dark', width: number];

/**
 * Looks at every page in these windows: axe finds nothing, none is wider than the window, and a picture of each is written. A user
 * of the role that only reads finds no action on them that changes a record.
 */
export const describePages = (title: string, reader: 'auditor' | 'viewer', looks: readonly Look[]) =>
  describe(title, function () {
    // One test looks at all of some eighty-five pages.
    this.timeout(15 * TIMEOUT_MS);
    let dashboard: Dashboard;
    let pages: Shown[];
    let partner: Partner | undefined;

    before(async function () {
      const opened = await openDashboard();
      if (!opened) return this.skip();
      dashboard = opened;
      const { demo } = dashboard;
      await fillDemo({ ...demo, quality_password: credentials(demo, 'quality_manager').password }, new Date());
      const api = makeClient(demo, demo.api_key);
      const getId = async (title: string): Promise<string> => {
        const { body } = await api.get(`/v1/quality-events?q=${encodeURIComponent(title)}`);
        return body.data[0].id;
      };
      const capa = await getId('Keep the fill depth of the tablet press steady');
      const critical = await getId('Caffeine anhydrous CF24551 out of specification');
      const waiting = await getId('Write and train the cleaning of sieves');
      const conditional = (await api.get('/v1/suppliers?qualification_status=conditional')).body.data;
      const supplier = conditional.find(({ supplier_code }: { supplier_code: string }) =>
        /^SUP-/.test(supplier_code),
      ).id;
      // A closed event does not change any more, so that its signature stays valid.
      const { id: signed } = await eventually('a signed entry', async () => {
        return (await api.get('/v1/audit-logs?has_signature=true&action=transition')).body.data[0];
      });
      const getCertificateId = async (query: string): Promise<string> =>
        (await api.get(`/v1/certificates?${query}`)).body.data[0].id;
      const leaver = demo.users.find(({ role }) => role === 'quality_manager')?.id ?? '';
      const unvalidated = await getCertificateId('status=pending&q=IB240093');
      const superseded = await getCertificateId('status=superseded&q=AS24088');
      const url = 'http://127.0.0.1:9/quality/events/of/the/organisation';
      const created = await api.post('/v1/webhooks', { url, events: ['certificate.expired', 'quality_event.overdue'] });
      const webhook = created.body.data.id;
      const delivery = (await api.post(`/v1/webhooks/${webhook}/test`)).body.data.delivery_id;
      partner = await openPartner();
      const integration = await seedIntegration(demo, partner);
      const workflows = await seedWorkflows(demo);
      const run = `run-${Date.now()}`;
      await api.post('/v1/audit-logs/system-qualifications', { ...newSystemQualificationExample, run });
      const inspection = await seedInspection(demo);
      pages = [
        { name: 'my-work', path: '', ready: heading('My work') },
        {
          name: 'event-list',
          path: '/quality-events',
          ready: (page) => page.getByRole('link', { name: /^DEV-/ }).first().waitFor(),
        },
        {
          name: 'event-list-empty',
          path: '/quality-events?q=nothingofthatname',
          ready: (page) => page.getByText('No event fits these filters').waitFor(),
        },
        {
          name: 'event-new',
          path: '/quality-events/new',
          ready: heading('New quality event'),
          act: (page) => page.getByRole('radio', { name: 'Audit finding' }).check(),
        },
        { name: 'event', path: `/quality-events/${capa}`, ready: heading(/fill depth/) },
        {
          name: 'event-impact',
          path: `/quality-events/${critical}?tab=impact`,
          ready: (page) => page.getByRole('heading', { name: 'Products affected' }).waitFor(),
        },
        {
          name: 'event-history',
          path: `/quality-events/${capa}?tab=history`,
          ready: (page) => page.getByRole('heading', { name: 'Audit trail' }).waitFor(),
        },
        {
          name: 'event-files',
          path: `/quality-events/${capa}?tab=files`,
          ready: (page) => page.getByText('No files yet').waitFor(),
        },
        {
          name: 'event-workflow',
          path: `/quality-events/${critical}?tab=workflow`,
          ready: (page) => page.locator('.state-box[data-place="now"]').waitFor(),
        },
        {
          name: 'event-board',
          path: '/quality-events?view=board',
          ready: (page) => page.getByRole('link', { name: /^DEV-/ }).first().waitFor(),
        },
        {
          name: 'event-transition',
          path: `/quality-events/${critical}`,
          ready: heading(/Caffeine/),
          act: (page) => page.getByRole('button', { name: /^Next:/ }).click(),
        },
        {
          name: 'overview',
          path: '/overview',
          ready: (page) => page.getByRole('cell', { name: 'CAPA' }).first().waitFor(),
        },
        { name: 'import', path: '/import', ready: heading('Import records') },
        {
          name: 'import-columns',
          path: '/import',
          ready: heading('Import records'),
          act: async (page) => {
            await page.locator('input[type=file]').setInputFiles(IMPORTED);
            await page.getByText('suppliers.csv: 2 rows').waitFor();
          },
        },
        {
          name: 'import-preview',
          path: '/import',
          ready: heading('Import records'),
          act: async (page) => {
            await page.locator('input[type=file]').setInputFiles(IMPORTED);
            await page.getByRole('button', { name: 'See the rows' }).click();
            await page.getByText('1 has faults').waitFor();
          },
        },
        { name: 'approval-list', path: '/approvals', ready: heading('Approvals') },
        {
          name: 'approval',
          path: `/approvals/${waiting}`,
          ready: (page) => page.getByRole('button', { name: 'Approve', exact: true }).waitFor(),
        },
        {
          name: 'approval-dialog',
          path: `/approvals/${waiting}`,
          ready: (page) => page.getByRole('button', { name: 'Approve', exact: true }).waitFor(),
          act: (page) => page.getByRole('button', { name: 'Approve', exact: true }).click(),
        },
        {
          name: 'supplier-list',
          path: '/suppliers',
          ready: (page) => page.getByRole('link', { name: /^SUP-/ }).first().waitFor(),
        },
        {
          name: 'supplier',
          path: `/suppliers/${supplier}`,
          ready: (page) => page.getByText('Approved on these conditions').waitFor(),
        },
        {
          name: 'supplier-risk',
          path: `/suppliers/${supplier}?tab=risk`,
          ready: (page) => page.getByText('What the score is made of').waitFor(),
        },
        {
          name: 'supplier-components',
          path: `/suppliers/${supplier}?tab=components`,
          ready: (page) => page.getByRole('tabpanel').waitFor(),
        },
        {
          name: 'supplier-qualify',
          path: `/suppliers/${supplier}`,
          ready: heading(/./),
          act: (page) => page.getByRole('button', { name: 'Qualify supplier' }).click(),
        },
        {
          name: 'audit-list',
          path: '/audit?action=update&sort=timestamp',
          ready: (page) => page.getByRole('link', { name: /^\d+$/ }).first().waitFor(),
        },
        {
          name: 'audit-entry',
          path: `/audit/${signed}`,
          ready: (page) => page.getByRole('region', { name: 'Signature' }).getByText('Valid').waitFor(),
        },
        {
          name: 'audit-verification',
          path: '/audit/verification',
          ready: (page) => page.getByRole('button', { name: 'Verify', exact: true }).click(),
          act: (page) => page.getByText('are in order and unchanged').waitFor(),
        },
        {
          name: 'audit-qualifications',
          path: '/audit/qualifications',
          ready: (page) => page.getByText('1 file with its checksum').first().click(),
          act: (page) => page.getByText('qualification.pdf').first().waitFor(),
        },
        {
          name: 'certificate-list',
          path: '/certificates',
          ready: (page) =>
            page
              .getByRole('link', { name: /Norvatek/ })
              .first()
              .waitFor(),
        },
        {
          name: 'certificate-list-empty',
          path: '/certificates?q=nothingofthatname',
          ready: (page) => page.getByText('No certificate fits these filters').waitFor(),
        },
        {
          name: 'certificate-upload',
          path: `/certificates/upload?supplier=${supplier}`,
          ready: heading('Upload certificates'),
          act: (page) =>
            page.locator('input[type=file]').setInputFiles([
              {
                name: 'Certificate of analysis LM-2026-014.pdf',
                mimeType: 'application/pdf',
                buffer: Buffer.from('%PDF-'),
              },
              { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no certificate') },
            ]),
        },
        { name: 'certificate-calendar', path: '/certificates/calendar', ready: heading('Expiry calendar') },
        {
          name: 'certificate',
          path: `/certificates/${superseded}`,
          ready: (page) => page.getByRole('heading', { name: 'Test results' }).waitFor(),
        },
        {
          name: 'certificate-document',
          path: `/certificates/${superseded}?tab=document`,
          ready: (page) => page.locator('canvas[data-drawn]').first().waitFor(),
        },
        {
          name: 'certificate-history',
          path: `/certificates/${superseded}?tab=history`,
          ready: (page) => page.getByRole('heading', { name: 'Audit trail' }).waitFor(),
        },
        {
          name: 'certificate-review',
          path: `/certificates/${unvalidated}/review`,
          ready: (page) => page.locator('canvas[data-drawn]').first().waitFor(),
          act: (page) =>
            page
              .getByRole('textbox', { name: /^Result of/ })
              .first()
              .fill('12.5 %'),
        },
        {
          name: 'webhook-list',
          path: '/webhooks',
          ready: (page) =>
            page
              .getByText(/of the last \d+ succeeded/)
              .first()
              .waitFor(),
        },
        {
          name: 'webhook-list-empty',
          path: '/webhooks?status=disabled',
          ready: (page) => page.getByText('No webhook fits these filters').waitFor(),
        },
        {
          name: 'webhook',
          path: `/webhooks/${webhook}`,
          ready: (page) => page.getByRole('link', { name: 'webhook.test' }).waitFor(),
        },
        {
          name: 'webhook-verification',
          path: `/webhooks/${webhook}?tab=verification`,
          ready: (page) => page.getByRole('region', { name: 'Code in TypeScript' }).waitFor(),
        },
        {
          name: 'webhook-delivery',
          path: `/webhooks/${webhook}/deliveries/${delivery}`,
          ready: (page) => page.getByRole('region', { name: 'Body of the request' }).waitFor(),
        },
        {
          name: 'webhook-new',
          path: '/webhooks/new',
          role: 'system_admin',
          ready: heading('New webhook'),
          act: (page) => page.locator('summary', { hasText: 'workflow.approval_requested' }).click(),
        },
        ...workflowPages(workflows),
        ...integrationPages(integration),
        ...administrationPages(leaver),
        ...inspectionPages(inspection),
        { name: 'account', path: '/account', ready: heading('My account') },
        { name: 'not-found', path: '/nowhere', ready: heading('Not found') },
      ];
    });
    after(() => Promise.all([dashboard?.close(), partner?.close()]));

    const look = async (colorScheme: 'light' | 'dark', width: number): Promise<void> => {
      const options = { colorScheme, viewport: { width, height: 900 } };
      const manager = await dashboard.signIn('quality_manager', options);
      const administrator = await dashboard.signIn('system_admin', options);
      const faults: string[] = [];
      for (const { name, path, ready, act, role } of pages) {
        const { page } = role ? administrator : manager;
        await page.goto(`${dashboard.demo.base_url}/app${path}`);
        await ready(page);
        await act?.(page);
        await settled(page);
        await takePicture(page, `${name}-${colorScheme}-${width}`);
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} at ${width}`).to.be.at.most(width);
        faults.push(...(await accessFaults(page)).map((fault) => `${name}: ${fault}`));
      }
      expect(faults).to.deep.equal([]);
      await manager.page.context().close();
      await administrator.page.context().close();
    };

    it(`show a user of the role ${reader} no action that changes a record`, async () => {
      const { page } = await dashboard.signIn(reader);
      const writing: string[] = [];
      // Everybody changes their own account.
      for (const path of new Set(pages.map((one) => one.path).filter((one) => one !== '/account'))) {
        await page.goto(`${dashboard.demo.base_url}/app${path}`);
        await settled(page);
        writing.push(...(await findWriting(page)).map((name) => `${path}: ${name}`));
      }
      expect(writing).to.deep.equal([]);
      await page.context().close();
    });

    for (const [scheme, width] of looks)
      it(`pass axe in ${scheme} at ${width} pixels, and none is wider than the window`, () => look(scheme, width));
  });
