import { identityEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, type Organizations, type UnitOfWork } from '@qsc/service-kit';

/** What was read: its kind in the audit trail, and what names it. */
export type ReadSubject = { type: string; id: string; name: string; version: number };

/** Records a read before it is answered, where the organisation's settings ask for it (decisions §4, "Audit log"). */
export type RecordRead = (subject: ReadSubject, call: Call) => Promise<void>;

type Parts = { organizations: Pick<Organizations, 'get'>; unitOfWork: UnitOfWork };

/** The recorder of single reads. Lists are not reads of one record and are not recorded. */
export const makeRecordRead =
  ({ organizations, unitOfWork }: Parts): RecordRead =>
  async ({ type, id, name, version }, call) => {
    const { recorded_reads } = await organizations.get(call.actor.org_id);
    if (!recorded_reads.includes(type)) return;
    const event = makeEvent(identityEvents.recordRead, call, {
      audit: {
        action: 'read',
        entity_type: type,
        entity_id: id,
        entity_name: name,
        entity_version: version,
        changes: {},
      },
      record: { id, type },
    });
    await unitOfWork.commit([], [event]);
  };
