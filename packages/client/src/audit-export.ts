import { piecesOf } from './bytes.ts';
import type { CallOptions } from './call.ts';
import { QscError } from './errors.ts';
import type { AuditLogs } from './generated/methods.ts';
import { pause } from './retry.ts';
import type { Body, Data } from './types.ts';
import type { ExportKey, ExportVerification } from './verify-export.ts';

type ExportRequest = Body<'exportAuditLog'>;
type ExportJob = Data<'getAuditExport'>;

/** What to export. Unless it says otherwise: json with signatures and raw data, so that every entry can be checked. */
export type ExportAllRequest = Pick<ExportRequest, 'from' | 'to'> & Partial<ExportRequest>;

export type ExportAllOptions = Pick<CallOptions, 'signal' | 'timeoutMs'> & {
  /** The key to check by, from where you trust it; without one the API is asked for it. */
  key?: ExportKey;
};

/** Where the file is written, in place of memory; it is closed when the file was found valid. */
type ToSink = { sink: WritableStream<Uint8Array> };

/** An export that was found valid. */
export type VerifiedExport<File = Blob | null> = {
  job: ExportJob;
  /** The file; null where it went to `sink`. */
  file: File;
  filename: string | null;
  /** The detached JWS: keep it and the key beside the file. */
  signature: string;
  key: ExportKey;
  verification: ExportVerification;
};

/** The export ended without a file. `job.error` says why. */
export class ExportFailedError extends QscError {
  readonly job: ExportJob;

  constructor(job: ExportJob) {
    super(`The export ${job.job_id} is ${job.status}. ${job.error?.message ?? ''}`.trim());
    this.job = job;
  }
}

/** The export that was downloaded is not valid; `verification` says why. */
export class ExportNotValidError extends QscError {
  readonly verification: ExportVerification;

  constructor(verification: ExportVerification) {
    const { signature, entries } = verification;
    super(`The export is not valid: ${signature === 'valid' ? entries?.fault : `its signature is ${signature}`}.`);
    this.verification = verification;
  }
}

/** What the audit log offers beyond its operations. */
export type AuditExports = {
  /**
   * Exports the audit log of a period: starts the export, waits for it, downloads it and checks it.
   * Throws `ExportFailedError` and `ExportNotValidError`; `sink` is aborted then.
   */
  exportAll(request: ExportAllRequest, options: ExportAllOptions & ToSink): Promise<VerifiedExport<null>>;
  exportAll(request: ExportAllRequest, options?: ExportAllOptions): Promise<VerifiedExport<Blob>>;
};

const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 5_000;

const NEVER = new AbortController().signal;

/** Waits for the file of an export. */
const untilCompleted = async (auditLogs: AuditLogs, jobId: string, options: CallOptions): Promise<ExportJob> => {
  for (let delayMs = FIRST_LOOK_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_LOOK_MS)) {
    const job = await auditLogs.getExport(jobId, options);
    if (job.status === 'completed') return job;
    if (job.status !== 'processing') throw new ExportFailedError(job);
    await pause(delayMs, options.signal ?? NEVER);
  }
};

type Store = {
  write(piece: Uint8Array): Promise<void>;
  end(): Promise<Blob | null>;
  /** What was written is not to be used. */
  abort(reason: unknown): Promise<void>;
};

const makeStore = (sink: WritableStream<Uint8Array> | undefined): Store => {
  if (sink) {
    const writer = sink.getWriter();
    const end = async () => {
      await writer.close();
      return null;
    };
    return { write: (piece) => writer.write(piece), end, abort: (reason) => writer.abort(reason) };
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: async (piece) => void pieces.push(piece as Uint8Array<ArrayBuffer>),
    end: async () => new Blob(pieces),
    abort: async () => {},
  };
};

const passing = async function* (source: AsyncIterable<Uint8Array>, { write }: Store): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    await write(piece);
    yield piece;
  }
};

/** `exportAll` over the operations of the audit log. */
export const makeAuditExports = (auditLogs: AuditLogs): AuditExports => {
  const exportAll = async (
    request: ExportAllRequest,
    { key: givenKey, sink, ...options }: ExportAllOptions & Partial<ToSink> = {},
  ): Promise<VerifiedExport> => {
    const body = { format: 'json', include_signatures: true, include_raw_data: true, ...request } as const;
    const { job_id } = await auditLogs.export(body, options);
    const job = await untilCompleted(auditLogs, job_id, options);
    const key = givenKey ?? (await auditLogs.getCheckpointKey(options));
    const signature = await (await auditLogs.downloadExportSignature(job_id, options)).text();
    const { body: bytes, filename } = await auditLogs.downloadExport(job_id, options);
    const store = makeStore(sink);
    try {
      // Loaded when an export is checked, since most programs never do.
      const { verifyExport } = await import('./verify-export.ts');
      const verification = await verifyExport(passing(piecesOf(bytes), store), signature, key);
      if (!verification.valid) throw new ExportNotValidError(verification);
      return { job, file: await store.end(), filename, signature, key, verification };
    } catch (error) {
      await Promise.allSettled([store.abort(error), bytes.cancel(error)]);
      throw error;
    }
  };
  return { exportAll: exportAll as AuditExports['exportAll'] };
};
