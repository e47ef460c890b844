import type { Body, Schemas } from '@qsc/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { saveFile } from '../ui/save-file.ts';

export type AuditExport = Schemas['AuditExport'];
export type NewExport = Body<'exportAuditLog'>;

const PER_PAGE = 10;
/** The entry of a new one takes a moment to arrive in the log. */
const LIST_AGAIN_MS = 5_000;
const AGAIN_MS = 1_000;

/** Exports that were asked for, newest first, by the entries that the log has of them. */
export const exportListQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit', 'exports', page],
    queryFn: () =>
      client.auditLogs.list({ entity_type: ['audit_export'], action: ['export'], per_page: PER_PAGE }).page(page),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_AGAIN_MS,
  });

/** An export, read again while its file is written. */
export const exportQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['audit', 'export', jobId],
    queryFn: ({ signal }) => client.auditLogs.getExport(jobId, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? AGAIN_MS : false),
  });

export const requestExport = (asked: NewExport): Promise<AuditExport> => client.auditLogs.export(asked);

export const cancelExport = (jobId: string): Promise<void> => client.auditLogs.cancelExport(jobId);

/** Saves the public key that exports are checked by, as the program for that looks for it. */
export const saveKey = async (): Promise<void> =>
  saveFile(new Blob([`${JSON.stringify(await client.auditLogs.getCheckpointKey(), null, 2)}\n`]), 'key.json');
