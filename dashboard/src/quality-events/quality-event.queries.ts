import type { Schemas } from '@qsc/client';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../session/api.ts';
import type { ListSearch } from '../ui/list/search.ts';
import type { Change } from '../ui/section.tsx';

export type QualityEvent = Schemas['QualityEvent'];
export type CapaAction = Schemas['CapaAction'];
export type WorkflowInstance = Schemas['WorkflowInstance'];
export type AvailableTransition = Schemas['AvailableTransition'];
export type Workflow = Schemas['Workflow'];
export type ImpactAnalysis = Schemas['ImpactAnalysis'];

const PATH = '/v1/quality-events';
export const PER_PAGE = 50;

/** A page of the list by its address. */
export const eventListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['quality-events', 'list', search],
    queryFn: ({ signal }) => api.page<QualityEvent[]>(PATH, { query: { ...search, per_page: PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  });

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality-events', 'record', id],
    queryFn: ({ signal }) => api.get<QualityEvent>(`${PATH}/${id}`, { signal }),
  });

/** The CAPAs that were opened for an event. */
export const capasQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality-events', 'capas', id],
    queryFn: ({ signal }) => api.get<QualityEvent[]>(`${PATH}/${id}/capas`, { query: { per_page: 100 }, signal }),
  });

/** Where a record is in its workflow. */
export const instanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', 'instance', id],
    queryFn: ({ signal }) => api.get<WorkflowInstance>(`/v1/workflows/instances/${id}`, { signal }),
  });

/** A definition, which changes seldom. */
export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', 'definition', id],
    queryFn: ({ signal }) => api.get<Workflow>(`/v1/workflows/${id}`, { signal }),
    staleTime: 600_000,
  });

/** Refetches what a change of the event can have changed: the record, its workflow, its trail, lists and counts. */
export const refreshEvent = async (queries: QueryClient, id: string): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['quality-events'] }),
    queries.invalidateQueries({ queryKey: ['workflow', 'instance', id] }),
    queries.invalidateQueries({ queryKey: ['trail', id] }),
    queries.invalidateQueries({ queryKey: ['approvals'] }),
  ]);
};

export const saveEvent = (id: string, { patch, ifMatch, reason }: Change): Promise<QualityEvent> =>
  api.patch<QualityEvent>(`${PATH}/${id}`, { body: patch, ifMatch, reason });

export const createEvent = (body: Record<string, unknown>, reason?: string): Promise<QualityEvent> =>
  api.post<QualityEvent>(PATH, { body, reason });

export type Move = {
  toState: string;
  comment?: string | undefined;
  data?: Record<string, unknown> | undefined;
  signature?: { meaning: string; password: string } | undefined;
  ifMatch: number;
};

export const moveRecord = (id: string, { toState, comment, data, signature, ifMatch }: Move): Promise<unknown> =>
  api.post(`/v1/workflows/instances/${id}/transition`, {
    body: { to_state: toState, comment, data, signature },
    ifMatch,
    reason: comment,
  });

export const openCapa = (id: string, body: Record<string, unknown>, reason?: string): Promise<QualityEvent> =>
  api.post<QualityEvent>(`${PATH}/${id}/capa`, { body, reason });

export const addAction = (capaId: string, body: Record<string, unknown>, reason?: string): Promise<CapaAction> =>
  api.post<CapaAction>(`${PATH}/${capaId}/actions`, { body, reason });

export const saveAction = (capaId: string, actionId: string, { patch, ifMatch, reason }: Change): Promise<CapaAction> =>
  api.patch<CapaAction>(`${PATH}/${capaId}/actions/${actionId}`, { body: patch, ifMatch, reason });

export const analyseImpact = (id: string): Promise<ImpactAnalysis> =>
  api.post<ImpactAnalysis>(`${PATH}/${id}/impact-analysis`);

/** The most rows that are exported at once. */
const EXPORTED_PAGES = 100;

/** All events that fit the filters of a list, in its order. */
export const readAllEvents = async ({ page: _page, ...search }: ListSearch): Promise<QualityEvent[]> => {
  const all: QualityEvent[] = [];
  for (let page = 1; page <= EXPORTED_PAGES; page += 1) {
    const { data, meta } = await api.page<QualityEvent[]>(PATH, { query: { ...search, page, per_page: 100 } });
    all.push(...data);
    if (page >= meta.total_pages) break;
  }
  return all;
};
