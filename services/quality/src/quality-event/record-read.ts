import type { Call, Organizations, UnitOfWork } from '@qsc/service-kit';
import { makeRecordEvent } from './event-change.ts';
import type { QualityEvent } from './quality-event.ts';

/** Records a read before it is answered, where the organisation's settings ask for it (decisions §4, "Audit log"). */
export type RecordRead = (event: QualityEvent, call: Call) => Promise<void>;

type Parts = { organizations: Pick<Organizations, 'get'>; unitOfWork: Pick<UnitOfWork, 'commit'> };

/** The recorder of single reads: of a quality event, or of a part of it. Lists are not recorded. */
export const makeRecordRead =
  ({ organizations, unitOfWork }: Parts): RecordRead =>
  async (event, call) => {
    const { recorded_reads } = await organizations.get(call.actor.org_id);
    if (!recorded_reads.includes(event.type)) return;
    await unitOfWork.commit([], [makeRecordEvent('read', event, { call, audit: { action: 'read' } })]);
  };
