import type { GetReviewStateRequest__Output } from '@qsc/contracts/grpc/audit/v1/GetReviewStateRequest';
import type { IsHeldRequest__Output } from '@qsc/contracts/grpc/audit/v1/IsHeldRequest';
import { type GrpcService, type Log, serviceDefinition, unary } from '@qsc/service-kit';
import type { IsHeld } from './hold/hold.store.ts';
import type { UnreviewedQuery } from './review/unreviewed.query.ts';

type Parts = { isHeld: IsHeld; unreviewed: Pick<UnreviewedQuery, 'readState'>; log: Log };

/** The gRPC service for the owners of records and for workflow (proto/audit/v1). */
export const auditGrpc = ({ isHeld, unreviewed, log }: Parts): GrpcService => ({
  definition: serviceDefinition('audit'),
  implementation: {
    IsHeld: unary(log, async ({ org_id, record_id, record_type, record_created_at }: IsHeldRequest__Output) => ({
      held: await isHeld(org_id, { id: record_id, type: record_type, createdAt: new Date(record_created_at) }),
    })),
    GetReviewState: unary(log, async ({ org_id, record_id, user_id }: GetReviewStateRequest__Output) => {
      const state = await unreviewed.readState(org_id, { recordId: record_id, userId: user_id });
      return { latest_change_reviewed: state.isLatestReviewed, unreviewed_entry_ids: state.unreviewedIds };
    }),
  },
});
