import type { Body, Download, Schemas } from '@qsc/client';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { asReason } from '../session/reason.ts';
import { readAll } from '../ui/list/read-all.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';
import type { Change } from '../ui/section.tsx';

export type Supplier = Schemas['Supplier'];
export type SupplierRecord = Schemas['SupplierWithInclusions'];
export type Qualification = Schemas['Qualification'];
export type Risk = Schemas['RiskAssessment'];

/** What is known of a supplier, as far as people typed it through this API; other APIs may write other forms. */
export type SupplierAttributes = {
  country?: string;
  region?: string;
  qualification_status?: string;
  qualification_date?: string;
  next_audit_date?: string;
  risk_level?: string;
  risk_score?: number;
  categories?: string[];
  conditions?: string[];
};

const PER_PAGE = 50;

export const readAttributes = ({ attributes }: Pick<Supplier, 'attributes'>): SupplierAttributes =>
  attributes as SupplierAttributes;

/** The qualification of a supplier; `pending`, and none, count as new. */
export const readQualification = (supplier: Pick<Supplier, 'attributes'>): string => {
  const { qualification_status: status } = readAttributes(supplier);
  return status === undefined || status === 'pending' ? 'new' : status;
};

export const supplierListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['suppliers', 'list', search],
    queryFn: () =>
      client.suppliers.list({ ...toFilters<'listSuppliers'>(search), per_page: PER_PAGE }).page(search.page ?? 1),
    placeholderData: keepPreviousData,
  });

/** All suppliers that fit the filters of a list, in its order. */
export const readAllSuppliers = (search: ListSearch): Promise<Supplier[]> =>
  readAll(client.suppliers.list(toFilters<'listSuppliers'>(search)));

export const supplierQuery = (id: string) =>
  queryOptions({
    queryKey: ['suppliers', 'record', id],
    queryFn: ({ signal }) => client.suppliers.get(id, {}, { signal }),
  });

const included = (id: string, include: 'components' | 'certificates' | 'quality_events' | 'metrics') =>
  queryOptions({
    queryKey: ['suppliers', include, id],
    queryFn: ({ signal }) => client.suppliers.get(id, { include: [include] }, { signal }),
  });

/** Parts of a supplier's page, each with a request of its own: where the owner of one is away, the others are shown. */
export const componentsQuery = (id: string) => included(id, 'components');
export const certificatesQuery = (id: string) => included(id, 'certificates');
export const supplierEventsQuery = (id: string) => included(id, 'quality_events');
export const metricsQuery = (id: string) => included(id, 'metrics');

export const qualificationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['suppliers', 'qualifications', id],
    queryFn: ({ signal }) => Array.fromAsync(client.suppliers.listQualifications(id, {}, { signal })),
  });

export const riskQuery = (id: string) =>
  queryOptions({
    queryKey: ['suppliers', 'risk', id],
    queryFn: ({ signal }) => client.suppliers.getRisk(id, { signal }),
  });

/** Refetches what a change of the supplier can have changed. */
export const refreshSupplier = async (queries: QueryClient, id: string): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['suppliers'] }),
    queries.invalidateQueries({ queryKey: ['trail', id] }),
  ]);
};

export const saveSupplier = (id: string, { patch, ifMatch, reason }: Change): Promise<Supplier> =>
  client.suppliers.update(id, patch, { ifMatch, reason });

export const createSupplier = (body: Record<string, unknown>, reason?: string): Promise<Supplier> =>
  client.suppliers.create(body as Body<'createSupplier'>, { reason });

export type NewQualification = Schemas['NewQualification'];

export const qualifySupplier = (id: string, body: NewQualification): Promise<Schemas['QualifiedSupplier']> =>
  client.suppliers.qualify(id, body, { reason: asReason(body.reason) });

export type NewRisk = Schemas['NewRiskAssessment'];

export const assessRisk = (id: string, body: NewRisk, reason?: string): Promise<Risk> =>
  client.suppliers.assessRisk(id, body, { reason });

/** The complete record of a supplier for an inspector, as a file. */
export const copySupplier = async (id: string, format: 'pdf' | 'json'): Promise<Download> =>
  client.suppliers.copy(id, { format });
