import { ERROR_STATUS, type ErrorCode } from '@qsc/contracts';
import type { MovedInstance__Output } from '@qsc/contracts/grpc/workflow/v1/MovedInstance';
import type { MoveInstanceRequest__Output } from '@qsc/contracts/grpc/workflow/v1/MoveInstanceRequest';
import type { Refusal__Output } from '@qsc/contracts/grpc/workflow/v1/Refusal';
import { AppError, type Call, isObject } from '@qsc/service-kit';
import { toRecord } from '../record/record.client.ts';
import { toSnapshot } from './plan-transition.ts';
import type { Starter } from './starter.ts';
import { nestedData } from './transition-data.ts';
import type { TransitionExecutor } from './transition-executor.ts';

/** A transition that the service of the record requests. The response is the transition, which that service applies. */
export type RequestTransition = (request: MoveInstanceRequest__Output, call: Call) => Promise<MovedInstance__Output>;

const parseData = (text: string): Record<string, unknown> => {
  const data: unknown = text === '' ? {} : JSON.parse(text);
  if (!isObject(data)) throw new AppError('invalid_request', 'The data of a transition is a JSON object.');
  return nestedData(data);
};

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_STATUS, text);

const toRefusal = ({ code, message, details_json }: Refusal__Output): AppError => {
  if (!isCode(code)) throw new AppError('invalid_request', `"${code}" is no code of an error.`);
  return new AppError(code, message, { details: JSON.parse(details_json || '{}') as Record<string, unknown> });
};

const parseInstant = (text: string): Date => {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new AppError('invalid_request', `"${text}" is no moment.`);
  return moment;
};

type Parts = { starter: Pick<Starter, 'ensure'>; executor: Pick<TransitionExecutor, 'execute'> };

/**
 * The same guards and the same commit as the transition endpoint, on the record as it will be. Throws what
 * `TransitionExecutor.execute` throws; a transition that needs a signature is refused, since this entry point takes none.
 */
export const makeRequestTransition =
  ({ starter, executor }: Parts): RequestTransition =>
  async ({ record: message, to_state, data_json, refusal, acted_at }, call) => {
    if (!message) throw new AppError('invalid_request', 'A transition needs its record.');
    const record = toRecord(message);
    await starter.ensure(call, record.id);
    const command = {
      recordId: record.id,
      entryPoint: 'transition' as const,
      action: 'transition' as const,
      toState: to_state,
      comment: null,
      data: parseData(data_json),
      details: null,
      record,
      refusal: refusal && toRefusal(refusal),
      actedAt: acted_at === undefined ? null : parseInstant(acted_at),
    };
    return executor.execute(call, command, {
      toAnswer: ({ transition }) => ({ move_json: JSON.stringify(toSnapshot(transition)) }),
    });
  };
