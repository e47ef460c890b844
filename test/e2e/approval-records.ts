import type { OwnOrganization } from './organization.ts';

/** Who writes and who decides. */
export type Deciding = Pick<OwnOrganization, 'adminClient' | 'qualityClient' | 'qualityPassword'>;

/** The states that a deviation has before it waits for approval. */
const PLANNED = ['submitted', 'investigation', 'root_cause_identified', 'action_planning', 'pending_approval'];

const root_cause = { category: 'Equipment', description: 'A worn seal' };

/** A deviation of the administrator that waits for the quality manager; gives the round. */
export const awaitApproval = async (
  { adminClient: { qualityEvents, workflows } }: Pick<Deciding, 'adminClient'>,
  title: string,
): Promise<string> => {
  const { id } = await qualityEvents.create({ type: 'deviation', title, description: title });
  for (const to_state of PLANNED) await workflows.transition(id, { to_state, data: { root_cause } });
  return (await workflows.getInstance(id)).approval?.approval_id ?? '';
};

/** A signature of the quality manager. */
export const signApproval = async (own: Deciding): Promise<string> => {
  const approval = await awaitApproval(own, 'Signed');
  const signature = { meaning: 'Approval', password: own.qualityPassword };
  const decision = { decision: 'approve', comment: 'Sufficient', signature } as const;
  const { signature_record } = await own.qualityClient.workflows.decideApproval(approval, decision);
  return signature_record?.signature_id ?? '';
};
