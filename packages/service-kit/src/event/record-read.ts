import type { Envelope } from '@qsc/contracts/events';
import type { Call } from '../call.ts';
import type { UnitOfWork } from '../mongo/unit-of-work.ts';

/** The record that is read, as the audit trail names it. */
export type ReadSubject = { type: string; id: string; name: string; version: number | null };

/** Records a read before it is answered, where the organisation's settings ask for it (decisions §4, "Audit log"). */
export type RecordRead<Subject = ReadSubject> = (subject: Subject, call: Call) => Promise<void>;

type Parts<Subject> = {
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  toEvent: (subject: Subject, call: Call) => Envelope;
};

/** The audit facts of a read. */
export const toReadFacts = ({ type, id, name, version }: ReadSubject) => ({
  action: 'read' as const,
  entity_type: type,
  entity_id: id,
  entity_name: name,
  entity_version: version,
  changes: {},
});

/** Records reads of one record. Lists are not recorded. */
export const makeRecordRead =
  <Subject extends Pick<ReadSubject, 'type'>>({ unitOfWork, toEvent }: Parts<Subject>): RecordRead<Subject> =>
  async (subject, call) => {
    if (call.organization?.recorded_reads.includes(subject.type)) await unitOfWork.commit([], [toEvent(subject, call)]);
  };
