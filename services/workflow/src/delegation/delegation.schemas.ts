import { exampleId, visibleText } from '@qsc/contracts';
import { Instant, listParameter, listQuery, Moment, momentAt } from '@qsc/service-kit';
import { z } from 'zod';

const DAY_MS = 86_400_000;

const UserId = z.string().min(1).max(64);

export const NewDelegation = z
  .strictObject({
    delegate_id: UserId.meta({ description: 'The user who may decide for the caller; needs no approver role.' }),
    from: Moment.meta({ description: 'The start: an instant, or a day (UTC) from its beginning.' }),
    to: momentAt(DAY_MS).meta({ description: 'The end: an instant, or a day (UTC) including all of it.' }),
    reason: visibleText(1_000).meta({ description: 'The reason; it is recorded in the audit trail.' }),
  })
  .meta({ id: 'NewDelegation', description: 'The calling user lets another user decide on approvals for a period.' });

export const Delegation = z
  .object({
    id: z.string(),
    user_id: z.string().meta({ description: 'Who lets another one decide.' }),
    user_name: z.string(),
    delegate_id: z.string(),
    delegate_name: z.string(),
    from: Instant,
    to: Instant.meta({ description: 'The first instant at which it is no longer in force.' }),
    reason: z.string(),
    created_at: Instant,
    version: z.number().int(),
  })
  .meta({ id: 'Delegation', description: 'Who decides on approvals for whom, and when.' });

export const DelegationListQuery = z.strictObject({
  user_id: listParameter(UserId).optional().meta({ description: 'Given by one or several users by comma.' }),
  delegate_id: listParameter(UserId).optional().meta({ description: 'Given to one or several users by comma.' }),
  ...listQuery(['created_at']),
});

export type DelegationListQuery = z.infer<typeof DelegationListQuery>;

export const DelegationId = z.object({
  delegation_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Which delegation.', examples: [exampleId('delegation')] }),
});
