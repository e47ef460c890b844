import { workflowEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, type Organizations, type UnitOfWork } from '@qsc/service-kit';

/** The subject of a read: its type in the audit trail, its name and its state. */
export type ReadSubject = { type: string; id: string; name: string; version: number | null; state?: string };

/** Records a read before it is answered, where the organisation's settings ask for it (decisions §4, "Audit log"). */
export type RecordRead = (subject: ReadSubject, call: Call) => Promise<void>;

type Parts = { organizations: Pick<Organizations, 'get'>; unitOfWork: Pick<UnitOfWork, 'commit'> };

const readEvent = ({ type, id, name, version, state }: ReadSubject, call: Call) =>
  makeEvent(workflowEvents.recordRead, call, {
    audit: {
      action: 'read',
      entity_type: type,
      entity_id: id,
      entity_name: name,
      entity_version: version,
      changes: {},
      ...(state === undefined ? {} : { workflow_state: state }),
    },
    record: { id, type },
  });

/** Records single reads: of a definition, of a record's instance, of an approval. Lists are not recorded. */
export const makeRecordRead =
  ({ organizations, unitOfWork }: Parts): RecordRead =>
  async (subject, call) => {
    const { recorded_reads } = await organizations.get(call.actor.org_id);
    if (recorded_reads.includes(subject.type)) await unitOfWork.commit([], [readEvent(subject, call)]);
  };
