import { AppError, type Call, invalidField, unavailable } from '@qsc/service-kit';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import type { RemoteRecord, RemoteSystem, Source } from '../connector/connector.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type PreviewedValue, previewRemote } from '../mapping/transform.ts';
import type { OpenRemote } from '../remote/open-remote.ts';
import { AuthorizationLost, ofTheSystem, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import { toSource } from '../sync/mapping-run.ts';
import type { RecordLookup } from '../sync/record-lookup.ts';
import type { PreviewMapping } from './source.schemas.ts';

type Described = {
  objects: string[] | null;
  fields: { path: string; label: string | null; type: string; required: boolean; max_length: number | null }[];
};

export type SourceService = {
  /** Throws `validation_failed`, `connection_not_ready`, `service_unavailable`. */
  describe(connectionId: string, object: string | null, call: Call): Promise<Described>;
  /** Throws `validation_failed`, `connection_not_ready`, `service_unavailable`. */
  preview(
    connectionId: string,
    request: PreviewMapping,
    call: Call,
  ): Promise<{ record_id: string | null; fields: PreviewedValue[] }>;
};

type Parts = {
  store: Pick<ConnectionStore, 'get'>;
  openOnce: OpenRemote;
  findRecord: RecordLookup;
  signal: AbortSignal;
};

/** How long a user waits at most: less than the gateway waits for an answer. */
const LIMIT_MS = 20_000;

/** What the external system says of itself, and what a mapping makes of its records. */
export const makeSourceService = ({ store, openOnce, findRecord, signal }: Parts): SourceService => {
  const ask = async <T>(
    connection: Connection,
    fieldOf: (external: string | null) => string,
    question: (system: RemoteSystem) => Promise<T>,
  ): Promise<T> => {
    const limit = AbortSignal.timeout(LIMIT_MS);
    try {
      return await question(await openOnce(connection, AbortSignal.any([signal, limit])));
    } catch (error) {
      if (limit.aborted) throw unavailable(`The external system gave no answer within ${LIMIT_MS / 1_000} s.`, error);
      throw toCoded(ofTheSystem(error), fieldOf);
    }
  };

  return {
    async describe(connectionId, object, call) {
      const connection = await store.get(call.actor.org_id, connectionId);
      const described = await ask(
        connection,
        () => 'object',
        async (system) => (await system.describe?.(object)) ?? { objects: null, fields: [] },
      );
      return {
        objects: described.objects && [...described.objects],
        fields: described.fields.map(({ maxLength, ...field }) => ({ ...field, max_length: maxLength })),
      };
    },

    async preview(connectionId, { mapping: given, record_id }, call) {
      const connection = await store.get(call.actor.org_id, connectionId);
      const mapping: Mapping = { ...given, id: given.id ?? '' };
      const source = { ...toSource(connection, mapping), pageSize: 1 };
      const record = await ask(
        connection,
        (external) => toMappingField(mapping, external),
        (system) => readOne(system, source, record_id),
      );
      if (!record) return { record_id: null, fields: [] };
      const find = await findRecord({ connection, mapping }, [record.fields]);
      return { record_id: record.externalId, fields: previewRemote(mapping, record.fields, find) };
    },
  };
};

const readOne = async (
  system: RemoteSystem,
  source: Source,
  recordId: string | undefined,
): Promise<RemoteRecord | undefined> => {
  if (recordId !== undefined) return (await system.fetch(source, [recordId]))[0];
  for await (const { records } of system.changedSince(source, null)) if (records[0]) return records[0];
  return undefined;
};

/** Where the body names an external field; the object where it does not. */
const toMappingField = ({ field_mappings, filters }: Mapping, external: string | null): string => {
  const at = field_mappings.findIndex(({ source }) => source === external);
  if (at >= 0) return `mapping.field_mappings.${at}.source`;
  const filter = filters.findIndex(({ field }) => field === external);
  return filter >= 0 ? `mapping.filters.${filter}.field` : 'mapping.source_object';
};

/** What the external system says as a coded error. */
const toCoded = (error: unknown, fieldOf: (external: string | null) => string): unknown => {
  if (error instanceof RemoteTrouble) return unavailable(error.message, error);
  if (error instanceof RemoteRefusal && error.code === 'VALIDATION_ERROR')
    return invalidField(fieldOf(error.field), 'invalid_value', error.message);
  if (error instanceof AuthorizationLost || error instanceof RemoteRefusal)
    return new AppError('connection_not_ready', `${error.message} Authorize the connection again, or test it.`, {
      cause: error,
    });
  return error;
};
