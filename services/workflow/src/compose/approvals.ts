import { workflowEvents } from '@qsc/contracts/events';
import { makeNotice } from '@qsc/service-kit';
import type { MoverParts } from '../instance/mover.ts';

/** Approvals: the rounds of decisions that moves open. */
export const makeApprovals = (): Pick<MoverParts, 'openedRound'> => ({
  openedRound: (
    call,
    { id, record_id, record_type, title, state, status, approver_roles, requested_by, due_date },
  ) => ({
    changes: [],
    events: [
      makeNotice(workflowEvents.approvalRequested, call, {
        subject: record_id,
        record: {
          id,
          record_id,
          record_type,
          title,
          state: state.id,
          status,
          approver_roles,
          requested_by,
          due_date: due_date?.toISOString() ?? null,
        },
      }),
    ],
  }),
});
