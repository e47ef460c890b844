import { exampleId } from '@qsc/contracts';
import { expect } from 'chai';
import { newPassword } from '../../scripts/runtime/provision.ts';
import type { OwnOrganization } from './organization.ts';

/** The states that a deviation has before it waits for approval. */
const PLANNED = ['submitted', 'investigation', 'root_cause_identified', 'action_planning', 'pending_approval'];

const root_cause = { category: 'Equipment', description: 'A worn seal' };

type Answer = Awaited<ReturnType<OwnOrganization['admin']['get']>>;

const dataOf = ({ status, body }: Answer): { id: string } => {
  expect(status, JSON.stringify(body)).to.be.below(300);
  return body.data;
};

/** A deviation of the administrator that waits for the quality manager; gives the round. */
const awaitApproval = async ({ admin }: OwnOrganization, title: string): Promise<string> => {
  const { id } = dataOf(await admin.post('/v1/quality-events', { type: 'deviation', title, description: title }));
  const path = `/v1/workflows/instances/${id}`;
  for (const to_state of PLANNED) dataOf(await admin.post(`${path}/transition`, { to_state, data: { root_cause } }));
  return (await admin.get(path)).body.data.approval.approval_id;
};

/** A signature of the quality manager. */
const signed = async (own: OwnOrganization): Promise<string> => {
  const approval = await awaitApproval(own, 'Signed');
  const signature = { meaning: 'Approval', password: own.qualityPassword };
  const decision = { decision: 'approve', comment: 'Sufficient', signature };
  const answer = await own.quality.post(`/v1/workflows/approvals/${approval}`, decision);
  dataOf(answer);
  return answer.body.data.signature_record.signature_id;
};

/**
 * What the examples speak of and none of them creates: records that wait in their workflows, one without a workflow yet, a
 * signature. Gives the id of the mesh for each id of the examples.
 */
export const makeExampleRecords = async (own: OwnOrganization): Promise<[string, string][]> => {
  const entity = async (type: string) => dataOf(await own.admin.post('/v1/entities', { type, name: `A ${type}` })).id;
  const person = {
    email: `deputy.${own.orgId}@examples.example`.toLowerCase(),
    name: 'Deputy',
    role: 'quality_assurance',
  };
  const deputy = dataOf(await own.admin.post('/v1/users', { ...person, password: newPassword() }));
  return [
    [exampleId('user', 3), deputy.id],
    [exampleId('entity', 4), await entity('document')],
    [exampleId('entity', 5), await entity('equipment')],
    [exampleId('signature'), await signed(own)],
    [exampleId('approval'), await awaitApproval(own, 'Waiting')],
  ];
};
