import type { Body, Download, Schemas } from '@qsc/client';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { asReason } from '../session/reason.ts';
import { readAll } from '../ui/list/read-all.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';
import type { Change } from '../ui/section.tsx';
import type { SignatureInput } from '../ui/signature-fields.tsx';

export type QualityEvent = Schemas['QualityEvent'];
export type CapaAction = Schemas['CapaAction'];
export type WorkflowInstance = Schemas['WorkflowInstance'];
export type AvailableTransition = Schemas['AvailableTransition'];
export type Workflow = Schemas['Workflow'];
export type ImpactAnalysis = Schemas['ImpactAnalysis'];

export const PER_PAGE = 50;

/** A page of the list by its address. */
export const eventListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['quality-events', 'list', search],
    queryFn: () =>
      client.qualityEvents
        .list({ ...toFilters<'listQualityEvents'>(search), per_page: PER_PAGE })
        .page(search.page ?? 1),
    placeholderData: keepPreviousData,
  });

const PER_COLUMN = 30;

/** The first events of a state, for a column of the board. */
export const boardColumnQuery = (search: ListSearch, status: string) =>
  queryOptions({
    queryKey: ['quality-events', 'board', search, status],
    queryFn: () => {
      const filters = toFilters<'listQualityEvents'>({ ...search, status, sort: 'due_date' });
      return client.qualityEvents.list({ ...filters, per_page: PER_COLUMN }).page(1);
    },
    placeholderData: keepPreviousData,
  });

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality-events', 'record', id],
    queryFn: ({ signal }) => client.qualityEvents.get(id, { signal }),
  });

/** The CAPAs that were opened for an event. */
export const capasQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality-events', 'capas', id],
    queryFn: ({ signal }) => Array.fromAsync(client.qualityEvents.listCapas(id, {}, { signal })),
  });

/** Where a record is in its workflow. */
export const instanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', 'instance', id],
    queryFn: ({ signal }) => client.workflows.getInstance(id, { signal }),
  });

/** Refetches what a change of the event can have changed: the record, its workflow, its trail, lists and counts. */
export const refreshEvent = async (queries: QueryClient, id: string): Promise<void> => {
  // The next steps are shown only beside the record as it is now, whose version they name.
  await queries.invalidateQueries({ queryKey: ['quality-events'] });
  await Promise.all(
    [['workflow', 'instance', id], ['trail', id], ['approvals']].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );
};

export const saveEvent = (id: string, { patch, ifMatch, reason }: Change): Promise<QualityEvent> =>
  client.qualityEvents.update(id, patch, { ifMatch, reason });

export const createEvent = (body: Record<string, unknown>, reason?: string): Promise<QualityEvent> =>
  client.qualityEvents.create(body as Body<'createQualityEvent'>, { reason });

export type TransitionRequest = {
  toState: string;
  comment?: string | undefined;
  data?: Record<string, unknown> | undefined;
  signature?: SignatureInput | undefined;
  ifMatch: number;
};

export const transitionRecord = (
  id: string,
  { toState, comment, data, signature, ifMatch }: TransitionRequest,
): Promise<unknown> =>
  client.workflows.transition(
    id,
    { to_state: toState, comment, data, signature },
    { ifMatch, reason: asReason(comment) },
  );

export const openCapa = (id: string, body: Record<string, unknown>, reason?: string): Promise<QualityEvent> =>
  client.qualityEvents.openCapa(id, body as Body<'openCapa'>, { reason });

export const addAction = (capaId: string, body: Record<string, unknown>, reason?: string): Promise<CapaAction> =>
  client.qualityEvents.addCapaAction(capaId, body as Body<'addCapaAction'>, { reason });

export const saveAction = (capaId: string, actionId: string, { patch, ifMatch, reason }: Change): Promise<CapaAction> =>
  client.qualityEvents.updateCapaAction(capaId, actionId, patch, { ifMatch, reason });

export const analyseImpact = (id: string): Promise<ImpactAnalysis> => client.qualityEvents.analyzeImpact(id);

/** All events that fit the filters of a list, in its order. */
export const readAllEvents = (search: ListSearch): Promise<QualityEvent[]> =>
  readAll(client.qualityEvents.list(toFilters<'listQualityEvents'>(search)));

/** The complete record of a quality event for an inspector, as a file. */
export const copyEvent = async (id: string, format: 'pdf' | 'json'): Promise<Download> =>
  client.qualityEvents.copy(id, { format });
