import type { HeldRecord__Output } from '@qsc/contracts/grpc/audit/v1/HeldRecord';
import type { IsHeldRequest } from '@qsc/contracts/grpc/audit/v1/IsHeldRequest';
import { type GrpcClient, loadService, type MeshMember, makeGrpcClient } from '@qsc/service-kit';
import type { Entity } from './entity/entity.ts';

/** Whether a legal hold covers an entity. Throws `service_unavailable` where audit is away. */
export type IsHeld = (entity: Pick<Entity, 'org_id' | 'id' | 'type' | 'created_at'>) => Promise<boolean>;

/** The client of the audit service at an address. */
export const makeAuditClient = (address: string, mesh: MeshMember): GrpcClient =>
  makeGrpcClient(
    { address, name: 'audit', definition: loadService('audit/v1/audit.proto', 'qsc.audit.v1.AuditService') },
    mesh,
  );

/** Asks the audit service, which has the holds. */
export const makeIsHeld =
  (audit: Pick<GrpcClient, 'call'>): IsHeld =>
  async ({ org_id, id, type, created_at }) => {
    const requested = { org_id, record_id: id, record_type: type, record_created_at: created_at.toISOString() };
    return (await audit.call<IsHeldRequest, HeldRecord__Output>('IsHeld', requested)).held;
  };
