import { supplierEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, type Organizations, type UnitOfWork } from '@qsc/service-kit';
import type { EntityRecord } from '../entity.client.ts';

/** Records a read before it is answered, where the organisation's settings ask for it (decisions §4, "Audit log"). */
export type RecordRead = (supplier: EntityRecord, call: Call) => Promise<void>;

type Parts = { organizations: Pick<Organizations, 'get'>; unitOfWork: Pick<UnitOfWork, 'commit'> };

const readEvent = (supplier: EntityRecord, call: Call) =>
  makeEvent(supplierEvents.read, call, {
    audit: {
      action: 'read',
      entity_type: supplier.type,
      entity_id: supplier.id,
      entity_name: supplier.name,
      entity_version: supplier.version,
      changes: {},
    },
    record: { id: supplier.id, version: supplier.version },
  });

/** Records single reads: of a supplier, or of its risk. Lists are not recorded. */
export const makeRecordRead =
  ({ organizations, unitOfWork }: Parts): RecordRead =>
  async (supplier, call) => {
    const { recorded_reads } = await organizations.get(call.actor.org_id);
    if (recorded_reads.includes(supplier.type)) await unitOfWork.commit([], [readEvent(supplier, call)]);
  };
