import type { HeldRecord__Output } from '@qsc/contracts/grpc/audit/v1/HeldRecord';
import type { IsHeldRequest } from '@qsc/contracts/grpc/audit/v1/IsHeldRequest';
import type { GrpcClient } from '@qsc/service-kit';
import type { Entity } from './entity/entity.ts';

/** Whether a legal hold covers an entity. Throws `service_unavailable` where audit is away. */
export type IsHeld = (entity: Pick<Entity, 'org_id' | 'id' | 'type' | 'created_at'>) => Promise<boolean>;

/** Asks the audit service, which has the holds. */
export const makeIsHeld =
  (audit: Pick<GrpcClient, 'call'>): IsHeld =>
  async ({ org_id, id, type, created_at }) => {
    const requested = { org_id, record_id: id, record_type: type, record_created_at: created_at.toISOString() };
    return (await audit.call<IsHeldRequest, HeldRecord__Output>('IsHeld', requested)).held;
  };
