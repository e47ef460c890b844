import type { EntitySnapshot } from '@qsc/contracts/events';
import type { ChangedEntity__Output } from '@qsc/contracts/grpc/entity/v1/ChangedEntity';
import type { ChangeEntityRequest } from '@qsc/contracts/grpc/entity/v1/ChangeEntityRequest';
import type { CreateEntityRequest } from '@qsc/contracts/grpc/entity/v1/CreateEntityRequest';
import type { Entity__Output } from '@qsc/contracts/grpc/entity/v1/Entity';
import type { GetEntityNamesResponse__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityNamesResponse';
import type { ScanEntitiesResponse__Output } from '@qsc/contracts/grpc/entity/v1/ScanEntitiesResponse';
import {
  AppError,
  type Call,
  COMMAND_MS,
  type GrpcClient,
  type MeshMember,
  makeServiceClient,
  notFound,
  toCommand,
} from '@qsc/service-kit';

/** An entity as the system of record has it. */
export type EntityRecord = Omit<EntitySnapshot, 'companion'> & { org_id: string };

/** The result of a command. For a repeated command, `companion` is that of the first one. */
export type Changed = {
  entity: EntityRecord;
  previousState: string | null;
  companion: Record<string, unknown> | null;
};

/**
 * A change of a supplier: a merge patch, a transition of its qualification, and the record that this service stores with it.
 */
export type SupplierChange = {
  name?: string | undefined;
  attributes?: Record<string, unknown>;
  toState?: string;
  companion?: { kind: string; record: Record<string, unknown> };
};

/** The system of record for suppliers, over gRPC. Every call throws the coded error of the response. */
export type EntityClient = {
  /** Throws `not_found` where the organisation has no supplier of that id. */
  getSupplier(orgId: string, id: string): Promise<EntityRecord>;
  /** Names by id; what is unknown is left out. */
  names(orgId: string, ids: readonly string[]): Promise<Map<string, string>>;
  createSupplier(call: Call, input: { name: string; attributes: Record<string, unknown> }): Promise<Changed>;
  /** @param commandId identifies scheduled work; without it the idempotency key of the client does, if there is one. */
  changeSupplier(call: Call, id: string, request: { change: SupplierChange; commandId?: string }): Promise<Changed>;
  /** Entities of all organisations by their ids, deleted ones too; none at the end. */
  scan(types: readonly string[], afterId: string): Promise<EntityRecord[]>;
  raw: GrpcClient;
};

const SCAN_LIMIT = 500;
const SCAN_MS = 30_000;

const parseJson = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

/** Parses the entity of a message. */
export const toRecord = (message: Entity__Output): EntityRecord => ({
  id: message.id,
  org_id: message.org_id,
  type: message.type,
  name: message.name,
  attributes: parseJson(message.attributes_json),
  relationships: message.relationships.map(({ id, type, target_id, attributes_json }) => ({
    id,
    type,
    target_id,
    attributes: parseJson(attributes_json),
  })),
  version: message.version,
  created_at: message.created_at,
  updated_at: message.updated_at,
  created_by: message.created_by,
  deleted: message.deleted,
});

const toChanged = ({ entity, previous_state, companion }: ChangedEntity__Output): Changed => {
  if (!entity) throw new Error('The entity service answered a command without the entity.');
  return {
    entity: toRecord(entity),
    previousState: previous_state ?? null,
    companion: companion ? parseJson(companion.record_json) : null,
  };
};

const changeMessage = ({ name, attributes, toState, companion }: SupplierChange): ChangeEntityRequest => ({
  attributes_json: JSON.stringify(attributes ?? {}),
  ...(name === undefined ? {} : { name }),
  ...(toState === undefined ? {} : { transition_to: toState }),
  ...(companion ? { companion: { kind: companion.kind, record_json: JSON.stringify(companion.record) } } : {}),
});

/** The client of the entity service at an address. */
export const makeEntityClient = (address: string, mesh: MeshMember): EntityClient => {
  const raw = makeServiceClient('entity', address, mesh);
  const command = async (method: string, request: CreateEntityRequest | ChangeEntityRequest): Promise<Changed> =>
    toChanged(await raw.call<object, ChangedEntity__Output>(method, request, COMMAND_MS));

  return {
    async getSupplier(org_id, id) {
      const asSupplier = (error: unknown): never => {
        throw error instanceof AppError && error.code === 'not_found' ? notFound('supplier', id) : error;
      };
      const found = await raw.call<object, Entity__Output>('GetEntity', { org_id, id }).catch(asSupplier);
      if (found.type !== 'supplier') throw notFound('supplier', id);
      return toRecord(found);
    },
    async names(org_id, ids) {
      if (ids.length === 0) return new Map();
      const request = { org_id, ids: [...new Set(ids)] };
      const { names } = await raw.call<object, GetEntityNamesResponse__Output>('GetEntityNames', request);
      return new Map(names.map(({ id, name }) => [id, name]));
    },
    createSupplier: (call, { name, attributes }) =>
      command('CreateEntity', {
        command: toCommand(call),
        type: 'supplier',
        name,
        attributes_json: JSON.stringify(attributes),
      }),
    changeSupplier: (call, id, { change, commandId }) =>
      command('ChangeEntity', { command: toCommand(call, commandId), id, type: 'supplier', ...changeMessage(change) }),
    async scan(types, after_id) {
      const request = { types, after_id, limit: SCAN_LIMIT };
      const { entities } = await raw.call<object, ScanEntitiesResponse__Output>('ScanEntities', request, SCAN_MS);
      return entities.map(toRecord);
    },
    raw,
  };
};
