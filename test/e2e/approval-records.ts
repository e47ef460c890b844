import { expect } from 'chai';
import type { OwnOrganization } from './organization.ts';

/** Who writes and who decides. */
export type Deciding = Pick<OwnOrganization, 'admin' | 'quality' | 'qualityPassword'>;

/** The states that a deviation has before it waits for approval. */
const PLANNED = ['submitted', 'investigation', 'root_cause_identified', 'action_planning', 'pending_approval'];

const root_cause = { category: 'Equipment', description: 'A worn seal' };

type Answer = Awaited<ReturnType<OwnOrganization['admin']['get']>>;

/** The record of an answer that has to be a success. */
export const dataOf = ({ status, body }: Answer): { id: string } => {
  expect(status, JSON.stringify(body)).to.be.below(300);
  return body.data;
};

/** A deviation of the administrator that waits for the quality manager; gives the round. */
export const awaitApproval = async ({ admin }: Pick<Deciding, 'admin'>, title: string): Promise<string> => {
  const { id } = dataOf(await admin.post('/v1/quality-events', { type: 'deviation', title, description: title }));
  const path = `/v1/workflows/instances/${id}`;
  for (const to_state of PLANNED) dataOf(await admin.post(`${path}/transition`, { to_state, data: { root_cause } }));
  return (await admin.get(path)).body.data.approval.approval_id;
};

/** A signature of the quality manager. */
export const signApproval = async (own: Deciding): Promise<string> => {
  const approval = await awaitApproval(own, 'Signed');
  const signature = { meaning: 'Approval', password: own.qualityPassword };
  const decision = { decision: 'approve', comment: 'Sufficient', signature };
  const answer = await own.quality.post(`/v1/workflows/approvals/${approval}`, decision);
  dataOf(answer);
  return answer.body.data.signature_record.signature_id;
};
