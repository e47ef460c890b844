import { QUALITY_EVENT_STATUSES, QUALITY_EVENT_TYPES, type Role } from '@qsc/contracts';
import { isObject } from '@qsc/service-kit';
import type { ApiAnswer } from '@qsc/test-kit';
import type { State } from '../src/definition/definition.ts';
import type { Shipped } from '../src/definition/shipped.ts';
import { openDocument, openQualityEvent, type Person, readInstance, transition, type WorkflowMesh } from './mesh.ts';

/** A record on its way through a definition. */
export type Walked = { id: string; type: string };

type Step = { from: State; to: string };

const isQualityEvent = ({ type }: Pick<Walked, 'type'>): boolean =>
  (QUALITY_EVENT_TYPES as readonly string[]).includes(type);

/** The fields of the record that the definition asks for. */
const requiredFields = ({ transition_rules = [] }: State, to: string): string[] =>
  transition_rules.find(({ to_state }) => to_state === to)?.requires_fields ?? [];

export const isSigned = ({ transition_rules = [] }: State, to: string): boolean =>
  transition_rules.find(({ to_state }) => to_state === to)?.requires_signature ?? false;

/** Whether it is a status that records can have. */
export const isStatus = (state: string): boolean => (QUALITY_EVENT_STATUSES as readonly string[]).includes(state);

const dataFor = (fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, `The ${field} of the test`]));

/** The shortest way from the initial state. */
export const wayTo = ({ states }: Shipped, target: string): Step[] => {
  const byId = new Map(states.map((state) => [state.id, state]));
  const initial = states.find(({ type }) => type === 'initial')?.id ?? '';
  const ways = new Map<string, Step[]>([[initial, []]]);
  for (const [id, way] of ways) {
    const from = byId.get(id);
    for (const to of from?.allowed_transitions ?? []) if (from && !ways.has(to)) ways.set(to, [...way, { from, to }]);
  }
  const found = ways.get(target);
  if (!found) throw new Error(`No way leads to ${target}.`);
  return found;
};

const requireOk = ({ status, body }: ApiAnswer, what: string): void => {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
};

/** Takes records through definitions as users do: by transitions, decisions and requests of their services. */
export const makeWalker = (mesh: WorkflowMesh) => {
  const author = mesh.person({ role: 'quality_specialist' });
  const { orgId } = author;
  const requester = mesh.person({ orgId, role: 'supplier_manager' });
  const approvers = new Map<Role, Person>();
  const approver = (role: Role): Person => {
    const known = approvers.get(role) ?? mesh.person({ orgId, role });
    approvers.set(role, known);
    return known;
  };

  const openCapa = async (): Promise<Walked> => {
    const source = await openQualityEvent(author);
    const answer = await author.quality.post(`/v1/quality-events/${source.id}/capa`, {
      title: 'A CAPA',
      description: 'Of the test',
      corrective_actions: [{ description: 'Do it', due_date: '2099-01-31' }],
    });
    requireOk(answer, 'The CAPA');
    return { id: answer.body.data.id, type: 'capa' };
  };

  const open = async (type: string): Promise<Walked> => {
    if (type === 'capa') return openCapa();
    const { id } = type === 'document' ? await openDocument(author) : await openQualityEvent(author, type);
    return { id, type };
  };

  const record = async ({ id, type }: Walked): Promise<Record<string, unknown>> => {
    const path = isQualityEvent({ type }) ? `/v1/quality-events/${id}` : `/v1/entities/${id}`;
    return (await (isQualityEvent({ type }) ? author.quality : author.entity).get(path)).body.data;
  };

  const patch = ({ id }: Walked, body: object) => author.quality.patch(`/v1/quality-events/${id}`, body);

  /** The requirements of a CAPA before it is closed. */
  const makeClosable = async (walked: Walked): Promise<void> => {
    const { corrective_actions } = await record(walked);
    const done = { status: 'completed', completion_date: '2026-01-15', completion_notes: 'Done' };
    for (const { id } of corrective_actions as { id: string }[])
      requireOk(await author.quality.patch(`/v1/quality-events/${walked.id}/actions/${id}`, done), 'The action');
    requireOk(await patch(walked, { effectiveness_check: { outcome: 'effective', results: 'Good' } }), 'The check');
  };

  const signatureBy = ({ password }: Person) => ({ signature: { meaning: 'Approval', password } });

  const decide = async (walked: Walked, from: State, to: string): Promise<ApiAnswer> => {
    const { required_approvers = 1, approver_roles = [], require_signature } = from.approval_config ?? {};
    const { approval } = await readInstance(author, walked.id);
    const approves = to === (from.approval_config?.on_approve ?? from.allowed_transitions?.[0]);
    const input = approves ? { decision: 'approve' } : { decision: 'reject', return_to_state: to };
    let last: ApiAnswer | undefined;
    for (const role of approver_roles.slice(0, approves ? required_approvers : 1)) {
      const by = approver(role);
      const body = { ...input, comment: 'Decided', ...(require_signature ? signatureBy(by) : {}) };
      last = await by.workflow.post(`/v1/workflows/approvals/${approval.approval_id}`, body);
      requireOk(last, `The decision of ${role}`);
    }
    if (!last) throw new Error(`Nobody decides in ${from.id}.`);
    return last;
  };

  /** The complete body of a transition; of fields those that the record lacks. */
  const fullBody = async (walked: Walked, from: State, to: string) => ({
    data: dataFor(await missing(walked, from, to)),
    ...(isSigned(from, to) ? signatureBy(requester) : {}),
  });

  const missing = async (walked: Walked, from: State, to: string): Promise<string[]> => {
    const content = await record(walked);
    const valueAt = (path: string) =>
      path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : null), content) ?? null;
    return requiredFields(from, to).filter((path) => valueAt(path) === null);
  };

  const step = async (walked: Walked, { from, to }: Step): Promise<ApiAnswer> => {
    if (from.type === 'approval') return decide(walked, from, to);
    if (walked.type === 'capa' && to === 'closed') await makeClosable(walked);
    return transition(requester, walked.id, to, await fullBody(walked, from, to));
  };

  return {
    author,
    requester,
    record,
    patch,
    missing,
    makeClosable,
    step,
    signatureBy,
    /** A new record of the type, brought to the state. */
    async at(definition: Shipped, state: string): Promise<Walked> {
      const walked = await open(definition.entity_types[0] ?? '');
      for (const one of wayTo(definition, state)) requireOk(await step(walked, one), `${one.from.id} to ${one.to}`);
      return walked;
    },
  };
};

export type Walker = ReturnType<typeof makeWalker>;
