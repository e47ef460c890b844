import { expect } from 'chai';
import { type Demo, makeClient } from '../../test/e2e/demo.ts';
import type { Page } from './browser.ts';
import { heading, type Shown } from './shown-page.ts';

const DAY_MS = 86_400_000;

export type SeededInspection = { exportId: string; reportId: string; productId: string; entries: object[] };

/** Makes an export and a report, and finds a record and entries to look at. */
export const seedInspection = async (demo: Demo): Promise<SeededInspection> => {
  const api = makeClient(demo, demo.api_key);
  const period = { from: new Date(Date.now() - 90 * DAY_MS).toISOString(), to: new Date().toISOString() };
  const asked = { ...period, format: 'csv', include_signatures: true, include_raw_data: true };
  const exported = await api.post('/v1/audit-logs/export', asked);
  expect(exported.status, JSON.stringify(exported.body)).to.equal(202);
  const report = await api.post('/v1/audit-logs/reports/21cfr11', period);
  expect(report.status, JSON.stringify(report.body)).to.equal(201);
  const products = (await api.get('/v1/entities?type=product')).body.data;
  const entries = (await api.get('/v1/audit-logs?action=update,transition&per_page=8')).body.data;
  return {
    exportId: exported.body.data.job_id,
    reportId: report.body.data.report_id,
    productId: products[0].id,
    entries,
  };
};

/** Answers that the review of a log which is older than the interval is due, and loads the page again. */
const showDue = async (page: Page, entries: readonly object[]): Promise<void> => {
  const period = { from: new Date(Date.now() - 100 * DAY_MS), to: new Date(Date.now() - 10 * DAY_MS) };
  await page.route('**/v1/audit-logs/reviews/due', (route) =>
    route.fulfill({
      json: {
        data: {
          ...{ interval_days: 90, is_due: true, due_at: period.to, period },
          entries: { total: 1_240, is_minimum: false, reviewed: 310, unreviewed: 930 },
          random_sample: entries.slice(4),
          targeted_sample: entries.slice(0, 4).map((entry) => ({ ...entry, risks: ['critical_field', 'odd_hours'] })),
        },
      },
    }),
  );
  await page.reload();
  await page.getByText('310 are in reviews of single records').waitFor();
};

/** The pages of the inspection. */
export const inspectionPages = ({ exportId, reportId, productId, entries }: SeededInspection): Shown[] => [
  {
    name: 'inspection',
    path: '/inspection',
    ready: (page) => page.getByText(/entries, since/).waitFor(),
  },
  {
    name: 'inspection-search',
    path: '/inspection?q=caffeine',
    ready: (page) =>
      page
        .getByRole('button', { name: /^Complete copy of/ })
        .first()
        .waitFor(),
  },
  {
    name: 'record',
    path: `/records/${productId}`,
    ready: (page) => page.getByRole('heading', { name: 'Audit trail' }).waitFor(),
  },
  {
    name: 'inspection-exports',
    path: '/inspection/exports',
    ready: (page) =>
      page
        .getByText(/^CSV · /)
        .first()
        .waitFor(),
  },
  {
    name: 'inspection-export',
    path: `/inspection/exports/${exportId}`,
    ready: (page) => page.getByRole('link', { name: 'Download the file' }).waitFor(),
  },
  {
    name: 'inspection-reports',
    path: '/inspection/reports',
    ready: (page) =>
      page
        .getByText(/^Report of/)
        .first()
        .waitFor(),
  },
  {
    name: 'inspection-report',
    path: `/inspection/reports/${reportId}`,
    ready: heading('21 CFR Part 11 report'),
    act: (page) => page.getByText('Validation of the system').first().waitFor(),
  },
  {
    name: 'inspection-reviews',
    path: '/inspection/reviews',
    ready: (page) => showDue(page, entries),
  },
];
