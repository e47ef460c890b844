import type { Role } from '@qsc/contracts';
import type { ActEnvelope } from '@qsc/contracts/events';
import { type ApiAnswer, eventually, isColleague } from '@qsc/test-kit';
import { openDocument, type Person, transition, type WorkflowMesh } from './mesh.ts';

/** An organisation with a workflow of documents: draft → approval → effective, rework or draft. */
export type Organization = {
  orgId: string;
  /** The author of documents, and the requester of approvals; neither is an approver of any test. */
  author: Person;
  requester: Person;
  someone(role: Role): Person;
};

/** A document in its approval state. */
export type Waiting = Organization & { recordId: string; approvalId: string };

type Config = { required_approvers: number; approver_roles: Role[] } & Record<string, unknown>;

type ApprovalState = { approval_config: Config } & Record<string, unknown>;

const toStates = (approval: ApprovalState) => [
  { id: 'draft', name: 'Draft', type: 'initial', allowed_transitions: ['approval'] },
  {
    id: 'approval',
    name: 'Approval',
    type: 'approval',
    allowed_transitions: ['effective', 'rework', 'draft'],
    ...approval,
  },
  { id: 'rework', name: 'Rework', type: 'intermediate', allowed_transitions: ['approval', 'draft'] },
  { id: 'effective', name: 'Effective', type: 'final' },
];

/** An organisation whose records of a type use a workflow with this approval state instead of the shipped one. */
export const startOrganization = async (
  mesh: WorkflowMesh,
  approval: ApprovalState,
  entityType = 'document',
  moreStates: readonly object[] = [],
  { alone = false }: { alone?: boolean } = {},
): Promise<Organization> => {
  const admin = mesh.person({ role: 'system_admin', alone });
  const { orgId } = admin;
  const someone = (role: Role): Person => mesh.person({ role, orgId });
  const shipped = (await admin.workflow.get(`/v1/workflows?entity_type=${entityType}`)).body.data[0];
  if (shipped) await admin.workflow.patch(`/v1/workflows/${shipped.id}`, { is_active: false });
  const workflow = { name: 'Approval', entity_types: [entityType], states: [...toStates(approval), ...moreStates] };
  const { status, body } = await admin.workflow.post('/v1/workflows', workflow);
  if (status !== 201) throw new Error(`The workflow was refused: ${JSON.stringify(body)}`);
  return { orgId, author: someone('document_owner'), requester: someone('supplier_manager'), someone };
};

/** Every event once: the broker gives each at least once. */
const once = <Event extends { id: string }>(events: readonly Event[]): Event[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/** The pending approval of a record, as its event names it; `times`: the number of its approvals so far. */
export const findApprovalId = (mesh: WorkflowMesh, recordId: string, times = 1): Promise<string> =>
  eventually('the approval was requested', () => {
    const requested = once(mesh.tap.notices).filter(
      ({ type, subject }) => type === 'workflow.approval.requested.v1' && subject === recordId,
    );
    const record = requested[times - 1]?.data.record as { id: string } | undefined;
    return record?.id;
  });

/** A document of the organisation, which its requester has brought to the approval state. */
export const openApproval = async (
  mesh: WorkflowMesh,
  organization: Organization,
  more: object = {},
): Promise<Waiting> => {
  const { author, requester } = organization;
  const { id: recordId } = await openDocument(author, more);
  const { status, body } = await transition(requester, recordId, 'approval');
  if (status !== 200) throw new Error(`The approval was not requested: ${JSON.stringify(body)}`);
  return { ...organization, recordId, approvalId: await findApprovalId(mesh, recordId) };
};

/** A new organisation with an approval of this kind. */
export const startApproval = async (mesh: WorkflowMesh, approval_config: Config, more: object = {}): Promise<Waiting> =>
  openApproval(mesh, await startOrganization(mesh, { approval_config, ...more }));

/** Decides; by default `approve` with a comment. */
export const decide = (
  by: Person,
  { approvalId }: Pick<Waiting, 'approvalId'>,
  more: object = {},
): Promise<ApiAnswer> =>
  by.workflow.post(`/v1/workflows/approvals/${approvalId}`, {
    decision: 'approve',
    comment: 'I have read it',
    ...more,
  });

/** The approval as the API shows it. */
export const readApproval = async (by: Person, { approvalId }: Pick<Waiting, 'approvalId'>) =>
  (await by.workflow.get(`/v1/workflows/approvals/${approvalId}`)).body.data;

/** Who can decide, without the colleagues that every organisation has. */
export const listDeciders = async (approval: Pick<Waiting, 'approvalId' | 'author'>) =>
  (await readApproval(approval.author, approval)).can_decide.filter(isNoColleague);

/** Whether somebody is of the test itself. */
export const isNoColleague = (user: { name: string }): boolean => !isColleague(user);

/** The pending approvals of the person. */
export const listPending = async (
  by: Person,
  query = '',
): Promise<{ approval_id: string; on_behalf_of: string | null }[]> =>
  (await by.workflow.get(`/v1/workflows/approvals/pending${query}`)).body.data;

/** The audited acts on a record, once there are that many. */
export const actsOn = (mesh: WorkflowMesh, recordId: string, action: string, count = 1): Promise<ActEnvelope[]> =>
  eventually(`${count} entries of ${action}`, () => {
    const found = once(mesh.tap.events).filter(
      ({ data }) => data.audit.entity_id === recordId && data.audit.action === action,
    );
    return found.length >= count && found;
  });

/** The code of a refusal, with its reason where it has one. */
export const refusal = ({ status, body }: ApiAnswer): string =>
  [status, body?.error?.code, body?.error?.details?.reason].filter(Boolean).join(' ');
