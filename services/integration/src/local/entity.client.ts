import { RECORD_STATES } from '@qsc/contracts';
import type { Entity__Output } from '@qsc/contracts/grpc/entity/v1/Entity';
import type { EntityWrite } from '@qsc/contracts/grpc/entity/v1/EntityWrite';
import type { FindEntitiesResponse__Output } from '@qsc/contracts/grpc/entity/v1/FindEntitiesResponse';
import type { ReadEntitiesResponse__Output } from '@qsc/contracts/grpc/entity/v1/ReadEntitiesResponse';
import type { ScanEntitiesResponse__Output } from '@qsc/contracts/grpc/entity/v1/ScanEntitiesResponse';
import type { WriteEntitiesResponse__Output } from '@qsc/contracts/grpc/entity/v1/WriteEntitiesResponse';
import type { WriteResult__Output } from '@qsc/contracts/grpc/entity/v1/WriteResult';
import { type Call, type GrpcClient, toCommand } from '@qsc/service-kit';
import type { LocalRecord, LocalRecords, LocalWrite, LocalWriteResult } from './local-record.ts';
import { parted } from './part.ts';
import { type Coded, refusedWrite } from './refused-write.ts';

const READ_MS = 30_000;
/** A commit that many others wait before takes up to 20 seconds until it is refused. */
const WRITE_MS = 30_000;
/** One message waits for its commit while the next is read. */
const PARALLEL = 2;

/** The record of a message of the entity service. */
export const toRecord = (message: Entity__Output): LocalRecord => ({
  id: message.id,
  entityType: message.type,
  name: message.name,
  attributes: JSON.parse(message.attributes_json) as Record<string, unknown>,
  version: message.version,
  deleted: message.deleted,
});

const toVersion = ({ version }: { version: number | null }) => (version === null ? {} : { version });

const toMessage = (write: LocalWrite): EntityWrite => {
  const { commandId: command_id, entityType: type } = write;
  if (write.kind === 'delete') return { command_id, type, remove: { id: write.id, ...toVersion(write) } };
  const attributes_json = JSON.stringify(write.attributes);
  if (write.kind === 'create') return { command_id, type, create: { name: write.name, attributes_json } };
  const name = write.name === undefined ? {} : { name: write.name };
  return { command_id, type, change: { id: write.id, ...toVersion(write), ...name, attributes_json } };
};

type Refused = NonNullable<WriteResult__Output['refused']>;

/** A refused transition names the attribute of the state as its field. */
const toCoded = ({ code, message, details_json }: Refused, { type }: EntityWrite): Coded => {
  const details = JSON.parse(details_json) as Record<string, unknown>;
  const state = code === 'invalid_transition' && type ? RECORD_STATES[type] : undefined;
  return { code, message, details: state ? { ...details, field: `attributes.${state.attribute}` } : details };
};

const toResult = ({ entity, refused }: WriteResult__Output, write: EntityWrite): LocalWriteResult => {
  if (refused) return refusedWrite(toCoded(refused, write));
  if (entity) return { ok: true, record: toRecord(entity) };
  throw new Error('The entity service answered a write without a result.');
};

/** The client of the entity service at an address, for records that are entities. */
export const makeEntityRecords = (client: Pick<GrpcClient, 'call'>): LocalRecords => {
  const writeSome = async (call: Call, writes: readonly EntityWrite[]): Promise<LocalWriteResult[]> => {
    const request = { command: toCommand(call), writes };
    const { results } = await client.call<object, WriteEntitiesResponse__Output>('WriteEntities', request, WRITE_MS);
    return results.map((result, index) => toResult(result, writes[index] as EntityWrite));
  };

  return {
    async read(org_id, type, ids) {
      const parts = await parted(ids, PARALLEL, async (some) => {
        const request = { org_id, type, ids: some };
        const { entities } = await client.call<object, ReadEntitiesResponse__Output>('ReadEntities', request, READ_MS);
        return entities.map(toRecord);
      });
      return parts.flat();
    },
    async scan(org_id, type, { after, limit }) {
      for (let after_id = after; ; ) {
        const request = { org_id, types: [type], after_id, limit };
        const { entities } = await client.call<object, ScanEntitiesResponse__Output>('ScanEntities', request, READ_MS);
        const there = entities.filter(({ deleted }) => !deleted);
        const last = entities.at(-1);
        if (there.length > 0 || !last) return there.map(toRecord);
        after_id = last.id;
      }
    },
    async write(call, writes) {
      const parts = await parted(writes.map(toMessage), PARALLEL, (some) => writeSome(call, some));
      return parts.flat();
    },
    async find(org_id, type, { field, values }) {
      const parts = await parted([...new Set(values)], PARALLEL, async (some) => {
        const request = { org_id, type, field, values: some };
        const { found } = await client.call<object, FindEntitiesResponse__Output>('FindEntities', request, READ_MS);
        return found;
      });
      return new Map(parts.flat().map(({ value, id }) => [value, id]));
    },
  };
};
