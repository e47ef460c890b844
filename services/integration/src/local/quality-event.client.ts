import type { FindQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/FindQualityEventsResponse';
import type { ReadQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/ReadQualityEventsResponse';
import type { WrittenQualityEvent__Output } from '@qsc/contracts/grpc/quality/v1/WrittenQualityEvent';
import { type Call, COMMAND_MS, type GrpcClient, inParallel, invalidField, toCommand } from '@qsc/service-kit';
import type { LocalRecord, LocalRecords, LocalWrite, LocalWriteResult } from './local-record.ts';
import { parted } from './part.ts';
import { fieldsOfEvent, NUMBER_TARGET, recordOfEvent, targetOfField } from './quality-event.ts';
import { refusedWrite, writeResult } from './refused-write.ts';

const READ_MS = 30_000;
const PARALLEL = 2;
/** The most writes in flight. */
const PARALLEL_WRITES = 16;

const toRecord = (json: string): LocalRecord => recordOfEvent(JSON.parse(json) as Record<string, unknown>);

/** Quality events are closed or rejected, never deleted. */
const neverDeleted = (): LocalWriteResult =>
  refusedWrite({ code: 'conflict', message: 'A quality event cannot be deleted; it can be rejected or closed.' });

const asTarget = (result: LocalWriteResult): LocalWriteResult =>
  result.ok || result.field === null ? result : { ...result, field: targetOfField(result.field) };

/** The client of the quality service, for records that are quality events. */
export const makeQualityEventRecords = (client: Pick<GrpcClient, 'call'>): LocalRecords => {
  const send = async (method: string, request: object): Promise<LocalWriteResult> => {
    const { event_json } = await client.call<object, WrittenQualityEvent__Output>(method, request, COMMAND_MS);
    return { ok: true, record: toRecord(event_json) };
  };

  const writeOne = (call: Call, write: LocalWrite): Promise<LocalWriteResult> => {
    if (write.kind === 'delete') return Promise.resolve(neverDeleted());
    const fields = fieldsOfEvent(write);
    if (write.kind === 'create') {
      const input_json = JSON.stringify({ type: write.eventSubtype, ...fields });
      return send('CreateQualityEvent', { command: toCommand(call, write.commandId), input_json });
    }
    const ifMatch = write.version === null ? null : [write.version];
    const command = toCommand({ ...call, ifMatch }, write.commandId);
    return send('ChangeQualityEvent', { command, id: write.id, patch_json: JSON.stringify(fields) });
  };

  return {
    async read(org_id, _entityType, ids) {
      const parts = await parted(ids, PARALLEL, (some) =>
        client.call<object, ReadQualityEventsResponse__Output>('ReadQualityEvents', { org_id, ids: some }, READ_MS),
      );
      return parts.flatMap(({ events_json }) => events_json.map(toRecord));
    },
    async scan(org_id, _entityType, { after, limit }) {
      const request = { org_id, after_id: after, limit };
      const answer = await client.call<object, ReadQualityEventsResponse__Output>(
        'WalkQualityEvents',
        request,
        READ_MS,
      );
      return answer.events_json.map(toRecord);
    },
    write: (call, writes) =>
      inParallel(writes, PARALLEL_WRITES, async (write) => asTarget(await writeResult(() => writeOne(call, write)))),
    async find(org_id, _entityType, { field, values }) {
      if (field !== NUMBER_TARGET)
        throw invalidField('lookup_field', 'unknown', `Quality events are found by ${NUMBER_TARGET} alone.`);
      const parts = await parted([...new Set(values)], PARALLEL, (numbers) =>
        client.call<object, FindQualityEventsResponse__Output>('FindQualityEvents', { org_id, numbers }, READ_MS),
      );
      return new Map(parts.flatMap(({ found }) => found.map(({ number, id }) => [number, id] as const)));
    },
  };
};
