import { QUALITY_EVENT_STATUSES } from '@qsc/contracts';
import { MoveSnapshot } from '@qsc/contracts/events';
import type { ApplyMoveRequest__Output } from '@qsc/contracts/grpc/record/v1/ApplyMoveRequest';
import type { GetRecordRequest__Output } from '@qsc/contracts/grpc/record/v1/GetRecordRequest';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import { loadService, makeLog, mergePatch, notFound, startGrpcServer, unary, unavailable } from '@qsc/service-kit';

/** A record as the stand-in keeps it. A test changes it as its owner would, or as somebody would past its owner. */
export type OwnedRecord = {
  id: string;
  orgId: string;
  type: string;
  name: string;
  version: number;
  status: string;
  content: Record<string, unknown>;
  createdBy: string;
  recordMoves: number;
};

type Moved = { to_state: string; data: Record<string, unknown> };

const STATUSES: ReadonlySet<string> = new Set(QUALITY_EVENT_STATUSES);

const movedBy = (record: OwnedRecord, { to_state, data }: Moved): OwnedRecord => {
  const status = STATUSES.has(to_state) ? to_state : record.status;
  const isChanged = status !== record.status || Object.keys(data).length > 0;
  if (!isChanged) return record;
  const content = mergePatch(record.content, data) as Record<string, unknown>;
  return { ...record, status, content, version: record.version + 1, recordMoves: record.recordMoves + 1 };
};

const messageOf = (record: OwnedRecord, isChanged: boolean): RecordMessage => ({
  id: record.id,
  type: record.type,
  name: record.name,
  version: record.version,
  content_json: JSON.stringify(record.content),
  facts_json: JSON.stringify({ status: record.status }),
  created_by: record.createdBy,
  changed: isChanged,
  related_ids: [],
});

/**
 * Stands in for a service that owns records, where its own rules are of no interest: the real contract, with records that a
 * test puts there. The end-to-end tests use the owners themselves.
 */
export const startStandInOwner = async (name: 'quality' | 'entity', secret: string) => {
  const records = new Map<string, OwnedRecord>();
  const log = makeLog('stand-in-owner', 'error');

  const state = { away: false };

  const found = (orgId: string, id: string): OwnedRecord => {
    if (state.away) throw unavailable('The stand-in is away.');
    const record = records.get(id);
    if (record?.orgId !== orgId) throw notFound('record', id);
    return record;
  };

  const getRecord = async ({ org_id, id, move }: GetRecordRequest__Output): Promise<RecordMessage> => {
    const record = found(org_id, id);
    if (!move) return messageOf(record, false);
    const after = movedBy(record, { to_state: move.to_state, data: JSON.parse(move.data_json) });
    return messageOf(after, after !== record);
  };

  const applyMove = async ({ org_id, move_json }: ApplyMoveRequest__Output) => {
    const move = MoveSnapshot.parse(JSON.parse(move_json));
    const record = found(org_id, move.record_id);
    const after = move.record_move === record.recordMoves + 1 ? movedBy(record, move) : record;
    records.set(record.id, after);
    return { version: after.version };
  };

  const server = await startGrpcServer('127.0.0.1:0', { name, secret }, [
    {
      definition: loadService('record/v1/record.proto', 'qsc.record.v1.RecordService'),
      implementation: { GetRecord: unary(log, getRecord), ApplyMove: unary(log, applyMove) },
    },
  ]);

  return Object.assign(state, {
    address: `127.0.0.1:${server.port}`,
    records,
    /** Changes a record past every rule. */
    change(id: string, change: Partial<OwnedRecord>): void {
      const record = records.get(id);
      if (!record) throw new Error(`The stand-in has no record ${id}.`);
      records.set(id, { ...record, ...change });
    },
    stop: () => server.stop(),
  });
};

export type StandInOwner = Awaited<ReturnType<typeof startStandInOwner>>;
