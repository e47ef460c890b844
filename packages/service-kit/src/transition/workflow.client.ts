import { TransitionSnapshot } from '@qsc/contracts/events';
import type { IsSignedRequest } from '@qsc/contracts/grpc/workflow/v1/IsSignedRequest';
import type { SettledTransition__Output } from '@qsc/contracts/grpc/workflow/v1/SettledTransition';
import type { SignedRecord__Output } from '@qsc/contracts/grpc/workflow/v1/SignedRecord';
import { AppError } from '../error.ts';
import type { GrpcClient } from '../grpc/client.ts';

/** Parses the transition of a message. Throws `invalid_request` for anything else. */
export const parseTransition = (json: string): TransitionSnapshot => {
  try {
    return TransitionSnapshot.parse(JSON.parse(json));
  } catch (cause) {
    throw new AppError('invalid_request', 'This is no transition of a workflow.', { cause });
  }
};

/**
 * The committed transition of an id; null where none was committed by it, and then none ever will be. Throws `service_unavailable`
 * where the workflow service is not reachable.
 */
export type SettleTransition = (orgId: string, transitionId: string) => Promise<TransitionSnapshot | null>;

/** Asks the workflow service, which commits transitions. */
export const makeSettleTransition =
  (workflow: Pick<GrpcClient, 'call'>): SettleTransition =>
  async (org_id, transition_id) => {
    const request = { org_id, transition_id };
    const { transition_json } = await workflow.call<object, SettledTransition__Output>('SettleTransition', request);
    return transition_json === undefined ? null : parseTransition(transition_json);
  };

/** Whether a record was ever signed. Throws `service_unavailable` where workflow is away. */
export type IsSigned = (orgId: string, recordId: string) => Promise<boolean>;

/** Asks the workflow service, which has the signatures. */
export const makeIsSigned =
  (workflow: Pick<GrpcClient, 'call'>): IsSigned =>
  async (org_id, record_id) =>
    (await workflow.call<IsSignedRequest, SignedRecord__Output>('IsSigned', { org_id, record_id })).signed;
