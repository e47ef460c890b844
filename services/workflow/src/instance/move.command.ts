import { ERROR_STATUS, type ErrorCode } from '@qsc/contracts';
import type { MovedInstance__Output } from '@qsc/contracts/grpc/workflow/v1/MovedInstance';
import type { MoveInstanceRequest__Output } from '@qsc/contracts/grpc/workflow/v1/MoveInstanceRequest';
import type { Refusal__Output } from '@qsc/contracts/grpc/workflow/v1/Refusal';
import { AppError, type Call, isObject } from '@qsc/service-kit';
import { recordOf } from '../record/record.client.ts';
import { nestedData } from './move-data.ts';
import type { Mover } from './mover.ts';
import { snapshotOf } from './plan-move.ts';
import type { Starter } from './starter.ts';

/** A move that the owner of a record asks for at its own door. The answer is the move, which the owner applies. */
export type MoveInstance = (request: MoveInstanceRequest__Output, call: Call) => Promise<MovedInstance__Output>;

const dataOf = (text: string): Record<string, unknown> => {
  const data: unknown = text === '' ? {} : JSON.parse(text);
  if (!isObject(data)) throw new AppError('invalid_request', 'The data of a move is a JSON object.');
  return nestedData(data);
};

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_STATUS, text);

const refusalOf = ({ code, message, details_json }: Refusal__Output): AppError => {
  if (!isCode(code)) throw new AppError('invalid_request', `"${code}" is no code of an error.`);
  return new AppError(code, message, { details: JSON.parse(details_json || '{}') as Record<string, unknown> });
};

const momentOf = (text: string): Date => {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new AppError('invalid_request', `"${text}" is no moment.`);
  return moment;
};

type Parts = { starter: Pick<Starter, 'ensure'>; mover: Pick<Mover, 'commitMove'> };

/**
 * The same guards and the same commit as the transition endpoint, on the record as its owner will have it. Throws what
 * `Mover.commitMove` throws; a move that needs a signature is refused, since the owner's door takes none.
 */
export const makeMoveInstance =
  ({ starter, mover }: Parts): MoveInstance =>
  async ({ record: message, to_state, data_json, refusal, acted_at }, call) => {
    if (!message) throw new AppError('invalid_request', 'A move comes with its record.');
    const record = recordOf(message);
    await starter.ensure(call, record.id);
    const order = {
      recordId: record.id,
      door: 'transition' as const,
      action: 'transition' as const,
      toState: to_state,
      comment: null,
      data: dataOf(data_json),
      details: null,
      record,
      refusal: refusal && refusalOf(refusal),
      actedAt: acted_at === undefined ? null : momentOf(acted_at),
    };
    return mover.commitMove(call, order, { answerOf: ({ move }) => ({ move_json: JSON.stringify(snapshotOf(move)) }) });
  };
