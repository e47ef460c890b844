import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { withCatalogue } from '../i18n/i18n.ts';
import { root } from '../root-route.ts';
import { readPage } from '../ui/list/search.ts';

const inspection = createRoute({
  getParentRoute: () => root,
  path: 'inspection',
  staticData: { crumb: msg`Inspection` },
});

const overview = createRoute({
  getParentRoute: () => inspection,
  path: '/',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => (typeof q === 'string' && q !== '' ? { q } : {}),
}).lazy(() => withCatalogue('inspection', import('./inspection.page.tsx')).then(({ Route }) => Route));

const exports = createRoute({
  getParentRoute: () => inspection,
  path: 'exports',
  staticData: { crumb: msg`Exports` },
});

const exportList = createRoute({
  getParentRoute: () => exports,
  path: '/',
  validateSearch: readPage,
}).lazy(() => withCatalogue('inspection', import('./exports.page.tsx')).then(({ Route }) => Route));

const exportJob = createRoute({
  getParentRoute: () => exports,
  path: '$jobId',
  staticData: { crumb: msg`Export of the audit log` },
}).lazy(() => withCatalogue('inspection', import('./export.page.tsx')).then(({ Route }) => Route));

const reports = createRoute({
  getParentRoute: () => inspection,
  path: 'reports',
  staticData: { crumb: msg`21 CFR Part 11` },
});

const reportList = createRoute({
  getParentRoute: () => reports,
  path: '/',
  validateSearch: readPage,
}).lazy(() => withCatalogue('inspection', import('./reports.page.tsx')).then(({ Route }) => Route));

const report = createRoute({
  getParentRoute: () => reports,
  path: '$reportId',
  staticData: { crumb: msg`Report` },
}).lazy(() => withCatalogue('inspection', import('./report.page.tsx')).then(({ Route }) => Route));

const reviews = createRoute({
  getParentRoute: () => inspection,
  path: 'reviews',
  staticData: { crumb: msg`Reviews` },
  validateSearch: readPage,
}).lazy(() => withCatalogue('inspection', import('./reviews.page.tsx')).then(({ Route }) => Route));

/** The addresses of the inspection. */
export const inspectionRoutes = inspection.addChildren([
  overview,
  exports.addChildren([exportList, exportJob]),
  reports.addChildren([reportList, report]),
  reviews,
]);
