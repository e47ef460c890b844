import { TransitionSnapshot } from '@qsc/contracts/events';
import type { ApplyMoveRequest__Output } from '@qsc/contracts/grpc/record/v1/ApplyMoveRequest';
import type { GetRecordRequest__Output } from '@qsc/contracts/grpc/record/v1/GetRecordRequest';
import type { Record__Output } from '@qsc/contracts/grpc/record/v1/Record';
import { AppError, type GrpcService, invalidField, type Log, loadService, parsePart, unary } from '@qsc/service-kit';
import { PatchEntity, Entity as ShownEntity } from './entity/entity.schemas.ts';
import type { RecordOfEntity, TransitionService } from './transition/transition.service.ts';
import type { TransitionData } from './transition/transition.ts';

/** What a signature is bound to (decisions, "Signatures"): the GET data without what changes by itself. */
const Content = ShownEntity.omit({ version: true, updated_at: true });

const recordMessage = ({ entity, changed }: RecordOfEntity): Record__Output => ({
  id: entity.id,
  type: entity.type,
  name: entity.name,
  version: entity.version,
  content_json: JSON.stringify(Content.parse(entity)),
  facts_json: '{}',
  created_by: entity.created_by,
  changed,
  related_ids: [...new Set(entity.relationships.map(({ target_id }) => target_id))],
  record_moves: entity.record_moves ?? 0,
});

const parseData = (text: string): TransitionData => {
  try {
    return parsePart(PatchEntity, JSON.parse(text || '{}'), 'data') as TransitionData;
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidField('data', 'invalid_json', 'This is not JSON.');
    throw error;
  }
};

const parseTransition = (text: string): TransitionSnapshot => {
  try {
    return TransitionSnapshot.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('invalid_request', 'This is no move of a workflow.', { cause });
  }
};

/** What the workflow service asks of entities (proto/record/v1). */
export const recordGrpc = ({ transitions, log }: { transitions: TransitionService; log: Log }): GrpcService => ({
  definition: loadService('record/v1/record.proto', 'qsc.record.v1.RecordService'),
  implementation: {
    GetRecord: unary(log, async ({ org_id, id, move, record_moves }: GetRecordRequest__Output) => {
      const data = move ? parseData(move.data_json) : undefined;
      return recordMessage(await transitions.read(org_id, { id, data, recordMoves: record_moves }));
    }),
    ApplyMove: unary(log, async ({ org_id, move_json }: ApplyMoveRequest__Output) => ({
      version: await transitions.apply(org_id, parseTransition(move_json)),
    })),
  },
});
