import { msg } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter } from '@tanstack/react-router';
import { administrationRoutes } from './administration/routes.ts';
import { pendingQuery } from './approvals/approval.queries.ts';
import { AUDIT_FILTERS } from './audit/audit-filters.ts';
import { certificateListQuery, certificateQuery } from './certificates/certificate.queries.ts';
import { CERTIFICATE_FILTERS } from './certificates/certificate-filters.ts';
import { NotFound } from './frame/not-found.tsx';
import { PageFault } from './frame/page-fault.tsx';
import { PagePending } from './frame/page-pending.tsx';
import { inspectionRoutes } from './inspection/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { PERIODS, type Period } from './overview/overview.queries.ts';
import { EVENT_FILTERS } from './quality-events/event-filters.ts';
import { capasQuery, eventListQuery, eventQuery, instanceQuery } from './quality-events/quality-event.queries.ts';
import { recordQuery } from './records/record.queries.ts';
import { root } from './root-route.ts';
import { metricsQuery, qualificationsQuery, supplierListQuery, supplierQuery } from './suppliers/supplier.queries.ts';
import { SUPPLIER_FILTERS } from './suppliers/supplier-filters.ts';
import { type ListSearch, readListSearch, readPage } from './ui/list/search.ts';
import {
  DELIVERY_FILTERS,
  deliveryQuery,
  WEBHOOK_FILTERS,
  webhookListQuery,
  webhookQuery,
} from './webhooks/webhook.queries.ts';
import { workflowRoutes } from './workflows/routes.ts';

const myWork = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { crumb: msg`My work` },
  loader: ({ context: { queries } }) => void queries.prefetchQuery(pendingQuery),
}).lazy(() => import('./my-work/my-work.page.tsx').then(({ Route }) => Route));

const account = createRoute({
  getParentRoute: () => root,
  path: 'account',
  staticData: { crumb: msg`My account` },
}).lazy(() => import('./session/account.page.tsx').then(({ Route }) => Route));

const events = createRoute({
  getParentRoute: () => root,
  path: 'quality-events',
  staticData: { crumb: msg`Quality events` },
});

const eventList = createRoute({
  getParentRoute: () => events,
  path: '/',
  validateSearch: readListSearch([...EVENT_FILTERS, 'view']),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) =>
    void (deps.view === 'board' ? undefined : queries.prefetchQuery(eventListQuery(deps))),
}).lazy(() => import('./quality-events/list.page.tsx').then(({ Route }) => Route));

const newEvent = createRoute({
  getParentRoute: () => events,
  path: 'new',
  staticData: { crumb: msg`New` },
  validateSearch: ({ about, type }: Record<string, unknown>): { about?: string; type?: string } => ({
    ...(typeof about === 'string' ? { about } : {}),
    ...(typeof type === 'string' ? { type } : {}),
  }),
}).lazy(() => import('./quality-events/new.page.tsx').then(({ Route }) => Route));

/** The parts of a record's page. */
const EVENT_TABS = ['details', 'capas', 'impact', 'files', 'workflow', 'history'] as const;

export type EventTab = (typeof EVENT_TABS)[number];

const event = createRoute({
  getParentRoute: () => events,
  path: '$eventId',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: EventTab } => {
    const known = EVENT_TABS.find((one) => one === tab && one !== 'details');
    return known ? { tab: known } : {};
  },
  // A read of a record may stand in the audit log, so no record is read because a pointer passes over a link.
  preload: false,
  loader: async ({ context: { queries }, params: { eventId } }) => {
    void queries.prefetchQuery(instanceQuery(eventId));
    void queries.prefetchQuery(capasQuery(eventId));
    const { number } = await queries.ensureQueryData(eventQuery(eventId));
    return { crumb: number };
  },
}).lazy(() => import('./quality-events/record.page.tsx').then(({ Route }) => Route));

const approvals = createRoute({
  getParentRoute: () => root,
  path: 'approvals',
  staticData: { crumb: msg`Approvals` },
});

const approvalList = createRoute({
  getParentRoute: () => approvals,
  path: '/',
  loader: ({ context: { queries } }) => void queries.prefetchQuery(pendingQuery),
}).lazy(() => import('./approvals/list.page.tsx').then(({ Route }) => Route));

const approval = createRoute({
  getParentRoute: () => approvals,
  path: '$entityId',
  staticData: { crumb: msg`Decision` },
  preload: false,
  loader: ({ context: { queries }, params: { entityId } }) => void queries.prefetchQuery(instanceQuery(entityId)),
}).lazy(() => import('./approvals/approval.page.tsx').then(({ Route }) => Route));

const suppliers = createRoute({
  getParentRoute: () => root,
  path: 'suppliers',
  staticData: { crumb: msg`Suppliers` },
});

const supplierList = createRoute({
  getParentRoute: () => suppliers,
  path: '/',
  validateSearch: readListSearch(SUPPLIER_FILTERS),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => void queries.prefetchQuery(supplierListQuery(deps)),
}).lazy(() => import('./suppliers/list.page.tsx').then(({ Route }) => Route));

const SUPPLIER_TABS = ['details', 'risk', 'components', 'certificates', 'events', 'history'] as const;

export type SupplierTab = (typeof SUPPLIER_TABS)[number];

const supplier = createRoute({
  getParentRoute: () => suppliers,
  path: '$supplierId',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: SupplierTab } => {
    const known = SUPPLIER_TABS.find((one) => one === tab && one !== 'details');
    return known ? { tab: known } : {};
  },
  preload: false,
  loader: async ({ context: { queries }, params: { supplierId } }) => {
    void queries.prefetchQuery(metricsQuery(supplierId));
    void queries.prefetchQuery(qualificationsQuery(supplierId));
    const { name } = await queries.ensureQueryData(supplierQuery(supplierId));
    return { crumb: name };
  },
}).lazy(() => import('./suppliers/record.page.tsx').then(({ Route }) => Route));

const audit = createRoute({
  getParentRoute: () => root,
  path: 'audit',
  staticData: { crumb: msg`Audit log` },
});

const auditList = createRoute({
  getParentRoute: () => audit,
  path: '/',
  validateSearch: readListSearch(AUDIT_FILTERS),
}).lazy(() => import('./audit/list.page.tsx').then(({ Route }) => Route));

const auditVerification = createRoute({
  getParentRoute: () => audit,
  path: 'verification',
  staticData: { crumb: msg`Verification` },
}).lazy(() => import('./audit/verification.page.tsx').then(({ Route }) => Route));

const auditQualifications = createRoute({
  getParentRoute: () => audit,
  path: 'qualifications',
  staticData: { crumb: msg`Qualifications` },
  validateSearch: readPage,
}).lazy(() => import('./audit/qualifications.page.tsx').then(({ Route }) => Route));

const auditEntry = createRoute({
  getParentRoute: () => audit,
  path: '$entryId',
  staticData: { crumb: msg`Entry` },
}).lazy(() => import('./audit/entry.page.tsx').then(({ Route }) => Route));
const certificates = createRoute({
  getParentRoute: () => root,
  path: 'certificates',
  staticData: { crumb: msg`Certificates` },
});

const certificateList = createRoute({
  getParentRoute: () => certificates,
  path: '/',
  validateSearch: readListSearch(CERTIFICATE_FILTERS),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => void queries.prefetchQuery(certificateListQuery(deps)),
}).lazy(() => import('./certificates/list.page.tsx').then(({ Route }) => Route));

const ids =
  (...names: string[]) =>
  (search: Record<string, unknown>): Record<string, string | undefined> =>
    Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])));

const certificateUpload = createRoute({
  getParentRoute: () => certificates,
  path: 'upload',
  staticData: { crumb: msg`Upload` },
  validateSearch: (search: Record<string, unknown>): { supplier?: string; component?: string; supersedes?: string } =>
    ids('supplier', 'component', 'supersedes')(search),
}).lazy(() => import('./certificates/upload.page.tsx').then(({ Route }) => Route));

const certificateCalendar = createRoute({
  getParentRoute: () => certificates,
  path: 'calendar',
  staticData: { crumb: msg`Expiry calendar` },
  validateSearch: (search: Record<string, unknown>): { month?: string } => ids('month')(search),
}).lazy(() => import('./certificates/calendar.page.tsx').then(({ Route }) => Route));

const CERTIFICATE_TABS = ['values', 'document', 'history'] as const;

export type CertificateTab = (typeof CERTIFICATE_TABS)[number];

const certificate = createRoute({
  getParentRoute: () => certificates,
  path: '$certificateId',
  preload: false,
  loader: async ({ context: { queries }, params: { certificateId } }) => {
    const { name } = await queries.ensureQueryData(certificateQuery(certificateId));
    return { crumb: name };
  },
});

const certificateRecord = createRoute({
  getParentRoute: () => certificate,
  path: '/',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: CertificateTab } => {
    const known = CERTIFICATE_TABS.find((one) => one === tab && one !== 'values');
    return known ? { tab: known } : {};
  },
}).lazy(() => import('./certificates/record.page.tsx').then(({ Route }) => Route));

const certificateReview = createRoute({
  getParentRoute: () => certificate,
  path: 'review',
  staticData: { crumb: msg`Review` },
}).lazy(() => import('./certificates/review.page.tsx').then(({ Route }) => Route));

/** Records of kinds without a page of their own: products, components, documents, equipment, facilities. */
const record = createRoute({
  getParentRoute: () => root,
  path: 'records/$recordId',
  preload: false,
  loader: async ({ context: { queries }, params: { recordId } }) => {
    const { name } = await queries.ensureQueryData(recordQuery(recordId));
    return { crumb: name };
  },
}).lazy(() => import('./records/record.page.tsx').then(({ Route }) => Route));

const IMPORTED = ['supplier', 'component', 'product', 'quality_event'] as const;

const overview = createRoute({
  getParentRoute: () => root,
  path: 'overview',
  staticData: { crumb: msg`Overview` },
  validateSearch: ({ period }: Record<string, unknown>): { period?: Period } => {
    const known = PERIODS.find((one) => one === period && one !== '30d');
    return known ? { period: known } : {};
  },
}).lazy(() => import('./overview/overview.page.tsx').then(({ Route }) => Route));

const importRecords = createRoute({
  getParentRoute: () => root,
  path: 'import',
  staticData: { crumb: msg`Import records` },
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: (typeof IMPORTED)[number] } => {
    const known = IMPORTED.find((one) => one === kind);
    return known ? { kind: known } : {};
  },
}).lazy(() => import('./import/import.page.tsx').then(({ Route }) => Route));

const webhooks = createRoute({
  getParentRoute: () => root,
  path: 'webhooks',
  staticData: { crumb: msg`Webhooks` },
});

const webhookList = createRoute({
  getParentRoute: () => webhooks,
  path: '/',
  validateSearch: readListSearch(WEBHOOK_FILTERS),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => void queries.prefetchQuery(webhookListQuery(deps)),
}).lazy(() => import('./webhooks/list.page.tsx').then(({ Route }) => Route));

const newWebhook = createRoute({
  getParentRoute: () => webhooks,
  path: 'new',
  staticData: { crumb: msg`New` },
}).lazy(() => import('./webhooks/new.page.tsx').then(({ Route }) => Route));

const WEBHOOK_TABS = ['deliveries', 'verification', 'history'] as const;

export type WebhookTab = (typeof WEBHOOK_TABS)[number];

const webhook = createRoute({
  getParentRoute: () => webhooks,
  path: '$webhookId',
  preload: false,
  loader: async ({ context: { queries }, params: { webhookId } }) => {
    const { url } = await queries.ensureQueryData(webhookQuery(webhookId));
    return { crumb: new URL(url).host };
  },
});

const webhookRecord = createRoute({
  getParentRoute: () => webhook,
  path: '/',
  validateSearch: (raw: Record<string, unknown>): ListSearch & { tab?: WebhookTab } => {
    const tab = WEBHOOK_TABS.find((one) => one === raw.tab && one !== 'deliveries');
    return tab ? { tab } : readListSearch(DELIVERY_FILTERS)(raw);
  },
}).lazy(() => import('./webhooks/record.page.tsx').then(({ Route }) => Route));

const changeWebhook = createRoute({
  getParentRoute: () => webhook,
  path: 'change',
  staticData: { crumb: msg`Change` },
}).lazy(() => import('./webhooks/change.page.tsx').then(({ Route }) => Route));

const webhookDelivery = createRoute({
  getParentRoute: () => webhook,
  path: 'deliveries/$deliveryId',
  staticData: { crumb: msg`Delivery` },
  loader: ({ context: { queries }, params: { webhookId, deliveryId } }) =>
    void queries.prefetchQuery(deliveryQuery(webhookId, deliveryId)),
}).lazy(() => import('./webhooks/delivery.page.tsx').then(({ Route }) => Route));

const tree = root.addChildren([
  myWork,
  account,
  importRecords,
  overview,
  record,
  events.addChildren([eventList, newEvent, event]),
  approvals.addChildren([approvalList, approval]),
  suppliers.addChildren([supplierList, supplier]),
  audit.addChildren([auditList, auditVerification, auditQualifications, auditEntry]),
  certificates.addChildren([
    ...[certificateList, certificateUpload, certificateCalendar],
    certificate.addChildren([certificateRecord, certificateReview]),
  ]),
  webhooks.addChildren([
    ...[webhookList, newWebhook],
    webhook.addChildren([webhookRecord, changeWebhook, webhookDelivery]),
  ]),
  workflowRoutes,
  inspectionRoutes,
  integrationRoutes,
  administrationRoutes,
]);

/** The addresses of the dashboard. Pages come in chunks of their own; lists are prefetched under the pointer, records never. */
export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    basepath: '/app',
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFault,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
