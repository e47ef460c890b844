import type { Body, Download, Schemas } from '@qsc/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';

export type Report = Schemas['ComplianceReport'];
export type Finding = Schemas['ComplianceFinding'];
export type Sections = Schemas['ComplianceSections'];
export type SectionName = keyof Sections;

const PER_PAGE = 10;
/** The entry of a new one takes a moment to arrive in the log. */
const LIST_AGAIN_MS = 5_000;

/** The gateway waits so long for a report. */
const REPORT_MS = 600_000;

/** Reports that were made, newest first, by the entries that the log has of them. */
export const reportListQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit', 'reports', page],
    queryFn: () =>
      client.auditLogs.list({ entity_type: ['compliance_report'], action: ['create'], per_page: PER_PAGE }).page(page),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_AGAIN_MS,
  });

/** A report as it was made; it never changes. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'report', id],
    queryFn: ({ signal }) => client.auditLogs.getComplianceReport(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export type NewReport = Body<'createComplianceReport'>;

/** Makes a report. With its key the same request answers the same report, so that one is not lost with the connection. */
export const makeReport = (asked: NewReport, idempotencyKey: string): Promise<Report> =>
  client.auditLogs.createComplianceReport(asked, { idempotencyKey, timeoutMs: REPORT_MS });

export const downloadReport = (id: string): Promise<Download> => client.auditLogs.downloadComplianceReport(id);
