import type { Body, Download, Item, Schemas } from '@qsc/client';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { makeUploadClient } from '../session/upload-client.ts';
import { readAll } from '../ui/list/read-all.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';
import { saveDownload } from '../ui/save-file.ts';
import { isBeingRead } from './certificate-filters.ts';

export type Certificate = Schemas['Certificate'];
export type CertificateData = Schemas['CertificateData'];
export type Extraction = Schemas['Extraction'];
export type Finding = Body<'validateCertificate'>;
export type HistoryItem = Item<'listCertificateHistory'>;
export type NewCertificate = Body<'uploadCertificate'>['metadata'];

const PER_PAGE = 50;
const MAX_PER_PAGE = 100;
/** While a document is being read. */
const POLL_MS = 2_000;
const WAITING_POLL_MS = 60_000;

export const certificateListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['certificates', 'list', search],
    queryFn: () =>
      client.certificates.list({ ...toFilters<'listCertificates'>(search), per_page: PER_PAGE }).page(search.page ?? 1),
    placeholderData: keepPreviousData,
  });

/** All certificates that fit the filters of a list, in its order. */
export const readAllCertificates = (search: ListSearch): Promise<Certificate[]> =>
  readAll(client.certificates.list(toFilters<'listCertificates'>(search)));

/** A certificate; polled until its document has been read. */
export const certificateQuery = (id: string) =>
  queryOptions({
    queryKey: ['certificates', 'record', id],
    queryFn: ({ signal }) => client.certificates.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isBeingRead(data) ? POLL_MS : false),
  });

/** How far the reading of these certificates, which are among the newest, has come. */
export const readingQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['certificates', 'reading', ids],
    queryFn: async ({ signal }) => {
      const query = { sort: '-created_at', per_page: MAX_PER_PAGE } as const;
      const { data } = await client.certificates.list(query, { signal }).page(1);
      return data.filter(({ id }) => ids.includes(id));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.some(isBeingRead) ? POLL_MS : false),
  });

/** What the latest run read, and why it failed if it did. */
export const extractionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['certificates', 'extraction', id, version],
    queryFn: ({ signal }) => client.certificates.getExtraction(id, { signal }),
    placeholderData: keepPreviousData,
  });

/** The file of a certificate, which never changes; other bytes than were uploaded are refused. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['certificate-document', id],
    queryFn: async ({ signal }) => (await client.certificates.download(id, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export const saveDocument = async (id: string): Promise<void> => saveDownload(await client.certificates.download(id));

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['certificates', 'history', id],
    queryFn: ({ signal }) => Array.fromAsync(client.certificates.listHistory(id, {}, { signal })),
  });

export const summaryQuery = queryOptions({
  queryKey: ['certificates', 'summary'],
  queryFn: ({ signal }) => client.certificates.getExpirySummary({ signal }),
});

/** The certificates that wait for a person, the oldest first. */
export const waitingQuery = queryOptions({
  queryKey: ['certificates', 'waiting'],
  queryFn: async ({ signal }) => {
    const query = { status: 'pending', sort: 'created_at', per_page: MAX_PER_PAGE } as const;
    const { data } = await client.certificates.list(query, { signal }).page(1);
    return data.filter((certificate) => !isBeingRead(certificate));
  },
});

/** How many wait or are being read, asked again every minute. */
export const waitingCountQuery = queryOptions({
  queryKey: ['certificates', 'waiting-count'],
  queryFn: async ({ signal }) => {
    const { meta } = await client.certificates.list({ status: 'pending', per_page: 1 }, { signal }).page(1);
    return meta.total;
  },
  refetchInterval: WAITING_POLL_MS,
});

/** The certificates that this one superseded. */
export const replacedQuery = ({ id, type, supplier_id, component_id, batch_number }: Certificate) =>
  queryOptions({
    queryKey: ['certificates', 'replaced', id],
    queryFn: async ({ signal }) => {
      const query = {
        type,
        status: 'superseded',
        per_page: MAX_PER_PAGE,
        ...(supplier_id === null ? {} : { supplier_id }),
        ...(component_id === null ? {} : { component_id }),
        ...(batch_number === null ? {} : { batch_number: [batch_number] }),
      } as const;
      const { data } = await client.certificates.list(query, { signal }).page(1);
      return data.filter(({ superseded_by }) => superseded_by === id);
    },
  });

/** The certificates that expire from one day on and before another, in the order of their days. */
export const calendarQuery = (from: string, before: string) =>
  queryOptions({
    queryKey: ['certificates', 'calendar', from, before],
    queryFn: async ({ signal }) => {
      const states = ['valid', 'expiring_soon', 'expired'] as const;
      const query = { status: states, expiring_before: before, sort: '-expiry_date' } as const;
      const ending: Certificate[] = [];
      for await (const certificate of client.certificates.list(query, { signal })) {
        if (certificate.expiry_date === null || certificate.expiry_date < from) break;
        ending.push(certificate);
      }
      return ending.reverse();
    },
  });

/** Refetches what a change of certificates can have changed. */
export const refreshCertificates = (queries: QueryClient): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['certificates'] }),
    queries.invalidateQueries({ queryKey: ['suppliers'] }),
    queries.invalidateQueries({ queryKey: ['trail'] }),
  ]);

type Written = { reason?: string | undefined; ifMatch?: number | undefined };

export const validateCertificate = (id: string, body: Finding, written: Written): Promise<Certificate> =>
  client.certificates.validate(id, body, written);

/** Has the document read once more. */
export const readAgain = (id: string, reason?: string): Promise<Extraction> =>
  client.certificates.extract(id, { reason });

type Sent = { idempotencyKey: string; reason?: string | undefined; onProgress: (share: number) => void };

export const uploadCertificate = (
  file: File,
  metadata: NewCertificate,
  { onProgress, ...options }: Sent,
): Promise<Certificate> =>
  makeUploadClient(onProgress).certificates.upload({ file, filename: file.name, metadata }, options);

/** The complete record of a certificate for an inspector, as a file. */
export const copyCertificate = async (id: string, format: 'pdf' | 'json'): Promise<Download> =>
  client.certificates.copy(id, { format });
