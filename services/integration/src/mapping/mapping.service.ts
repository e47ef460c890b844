import { isDeepStrictEqual } from 'node:util';
import { type Call, type Change, requireMatch, type UnitOfWork, validationFailed } from '@qsc/service-kit';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import { replaceMappings } from '../connection/life.ts';
import { type Connectors, getConnector } from '../connector/connector.ts';
import type { OpenRemote } from '../remote/open-remote.ts';
import { RemoteRefusal } from '../remote/remote-error.ts';
import { checkMappings, checkResolution, type FieldProblem } from './check-mappings.ts';
import { identify } from './identify.ts';
import type { PutMappings } from './mapping.schemas.ts';
import type { Mapping } from './mapping.ts';

export type MappingService = {
  list(connectionId: string, call: Call): Promise<readonly Mapping[]>;
  /**
   * Replaces all mappings; the same ones again change nothing. Throws `validation_failed`,
   * `precondition_failed`, `connection_not_ready`.
   */
  replace(connectionId: string, input: PutMappings, call: Call): Promise<readonly Mapping[]>;
};

type Parts = {
  store: Pick<ConnectionStore, 'get' | 'update'>;
  connectors: Connectors;
  /** The writes that make the next synchronisation read what the former mappings did not read. */
  reread: (before: Connection, after: Connection) => Promise<Change[]>;
  /** The write that records the orphans of removed mappings for removal. */
  leave: (before: Connection, after: Connection) => Change[];
  openOnce: OpenRemote;
  /** Subscribes to the events of further types of records. Throws `service_unavailable`. */
  bindKinds: (entityTypes: readonly string[]) => Promise<void>;
  signal: AbortSignal;
  onChange: (connection: Pick<Connection, 'id' | 'org_id'>) => void;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** What a connection synchronises, and how. */
export const makeMappingService = ({ store, connectors, onChange, unitOfWork, ...parts }: Parts): MappingService => ({
  list: async (connectionId, call) => (await store.get(call.actor.org_id, connectionId)).mappings,

  async replace(connectionId, input, call) {
    await requireReadable(await store.get(call.actor.org_id, connectionId), input, parts);
    await parts.bindKinds(input.mappings.map(({ entity_type }) => entity_type));
    const connection = await unitOfWork.decide(call, { records: [connectionId] }, async () => {
      const before = await store.get(call.actor.org_id, connectionId);
      requireMatch(call, before.version);
      const { mappings, problems } = identify(input.mappings, before.mappings);
      if (problems.length > 0) throw validationFailed(problems);
      requireFitting({ ...before, mappings }, connectors);
      if (isDeepStrictEqual(mappings, before.mappings)) return { changes: [], events: [], answer: before };
      const { connection: after, event } = replaceMappings(before, mappings, call);
      const changes = [store.update(after), ...(await parts.reread(before, after)), ...parts.leave(before, after)];
      return { changes, events: [event], answer: after };
    });
    onChange(connection);
    return connection.mappings;
  },
});

const CHECK_MS = 10_000;

/**
 * Throws `validation_failed` for a source that cannot be read by the external system's own description. Where the system does not
 * answer now, the next synchronisation reports it.
 */
const requireReadable = async (
  connection: Connection,
  { mappings }: PutMappings,
  { openOnce, signal }: Pick<Parts, 'openOnce' | 'signal'>,
): Promise<void> => {
  const isAuthorized = ['authorized', 'active', 'disabled'].includes(connection.status);
  const sources = mappings.flatMap(({ source_object: object, field_mappings }, index) =>
    field_mappings
      .map(({ source }, at) => ({ object, source, field: `mappings.${index}.field_mappings.${at}.source` }))
      .filter(({ source }) => source.includes('.')),
  );
  if (!isAuthorized || sources.length === 0) return;
  const system = await openOnce(connection, AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]));
  const problems: FieldProblem[] = [];
  for (const { object, source, field } of sources) {
    const error = await system.check?.({ object, fields: [source] }).catch((thrown: unknown) => thrown);
    const isFault = error instanceof RemoteRefusal && error.code === 'VALIDATION_ERROR' && error.field === source;
    if (isFault) problems.push({ field, code: 'invalid_value', message: error.message });
    else if (error) return;
  }
  if (problems.length > 0) throw validationFailed(problems);
};

/** Throws `validation_failed` where mappings, direction and the rules for conflicts of a connection do not fit together. */
export const requireFitting = (connection: Connection, connectors: Connectors): void => {
  const problems = findProblems(connection, connectors);
  if (problems.length > 0) throw validationFailed(problems);
};

const findProblems = (connection: Connection, connectors: Connectors): FieldProblem[] => {
  const { mappings, conflict_resolution, sync_config } = connection;
  const context = { connector: getConnector(connectors, connection), direction: sync_config.direction };
  return [...checkMappings(mappings, context), ...checkResolution(conflict_resolution, mappings)];
};
