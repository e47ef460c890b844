import type { IsHeldRequest__Output } from '@qsc/contracts/grpc/audit/v1/IsHeldRequest';
import { type GrpcService, type Log, loadService, unary } from '@qsc/service-kit';
import type { IsHeld } from './hold/held-record.query.ts';

/** The gRPC service for the owners of records (proto/audit/v1). */
export const auditGrpc = ({ isHeld, log }: { isHeld: IsHeld; log: Log }): GrpcService => ({
  definition: loadService('audit/v1/audit.proto', 'qsc.audit.v1.AuditService'),
  implementation: {
    IsHeld: unary(log, async ({ org_id, record_id, record_type, record_created_at }: IsHeldRequest__Output) => ({
      held: await isHeld(org_id, { id: record_id, type: record_type, createdAt: new Date(record_created_at) }),
    })),
  },
});
