import type { ReadCopyRequest__Output } from '@qsc/contracts/grpc/copy/v1/ReadCopyRequest';
import type { RecordCopy__Output } from '@qsc/contracts/grpc/copy/v1/RecordCopy';
import type { Log } from '../log.ts';
import type { GrpcClient } from './client.ts';
import { loadService } from './definition.ts';
import { type GrpcService, unary } from './server.ts';

/** A record as the API shows it, or null from a service that does not own it, and lists of what belongs to it. */
export type RecordCopy = { record: object | null; parts: Readonly<Record<string, readonly object[]>> };

/** Reads a record of an organisation for a copy. Throws `not_found`. */
export type ReadCopy = (orgId: string, id: string) => Promise<RecordCopy>;

/** The definition of what services answer for copies of records. */
export const copyDefinition = () => loadService('copy/v1/copy.proto', 'qsc.copy.v1.CopyService');

/** Lets the audit service copy the records of a service (proto/copy/v1). */
export const copyGrpc = (readCopy: ReadCopy, log: Log): GrpcService => ({
  definition: copyDefinition(),
  implementation: {
    ReadCopy: unary(log, async ({ org_id, id }: ReadCopyRequest__Output) => {
      const { record, parts } = await readCopy(org_id, id);
      return {
        record_json: record === null ? '' : JSON.stringify(record),
        parts_json: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)])),
      };
    }),
  },
});

/** A record as JSON has it: instants are texts. */
export type CopiedRecord = {
  record: Record<string, unknown> | null;
  parts: Record<string, Record<string, unknown>[]>;
};

/** Reads a copy from the service of a client. Throws `not_found`, and `service_unavailable` where the service is away. */
export const makeReadRemoteCopy =
  (client: Pick<GrpcClient, 'call'>) =>
  async (org_id: string, id: string): Promise<CopiedRecord> => {
    const { record_json, parts_json } = await client.call<object, RecordCopy__Output>('ReadCopy', { org_id, id });
    return {
      record: record_json === '' ? null : JSON.parse(record_json),
      parts: Object.fromEntries(Object.entries(parts_json).map(([name, part]) => [name, JSON.parse(part)])),
    };
  };
