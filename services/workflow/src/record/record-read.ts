import { workflowEvents } from '@qsc/contracts/events';
import {
  type Call,
  type ReadSubject as KitReadSubject,
  type RecordRead as KitRecordRead,
  makeEvent,
  toReadFacts,
} from '@qsc/service-kit';

/** The subject of a read: its type in the audit trail, its name and its state. */
export type ReadSubject = KitReadSubject & { state?: string };

/** Records reads of a definition, of a record's instance, of an approval. */
export type RecordRead = KitRecordRead<ReadSubject>;

/** The event of a read. */
export const toReadEvent = (subject: ReadSubject, call: Call) =>
  makeEvent(workflowEvents.recordRead, call, {
    audit: { ...toReadFacts(subject), ...(subject.state === undefined ? {} : { workflow_state: subject.state }) },
    record: { id: subject.id, type: subject.type },
  });
