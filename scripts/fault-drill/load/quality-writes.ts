import type { PromisedEvent } from './ledger.ts';
import { bySpecialist, type Pen, postOnce, refusal } from './pen.ts';
import type { Case } from './quality-way.ts';

type Shown = {
  id: string;
  number: string;
  corrective_actions?: { id: string }[];
};

type New = { type: string; title: string; shown: Shown };

const noteEvent = ({ ledger, orgId }: Pen, { type, title, shown: { id, number } }: New): PromisedEvent => {
  const event = {
    id,
    orgId,
    type,
    title,
    number,
    version: 1,
    status: 'draft',
    state: 'draft',
    fields: {},
    transitions: [],
  };
  ledger.events.set(id, event);
  return event;
};

type NewEvent = { type: string; supplierId: string | null };

/** Creates a quality event as the specialist; its title is the idempotency key. Resolves when it is acknowledged. */
export const openEvent = async (pen: Pen, key: string, { type, supplierId }: NewEvent): Promise<Case> => {
  const related_entities = supplierId === null ? [] : [{ type: 'supplier', id: supplierId }];
  const body = { type, title: key, description: 'Seen by the drill', related_entities };
  const answer = await postOnce(bySpecialist(pen), { path: '/v1/quality-events', key, body });
  const event = noteEvent(pen, { type, title: key, shown: (answer as { data: Shown }).data });
  return { event, source: null, capa: null, actions: [] };
};

/** Creates several at the same time, in turn through one gateway and the other: their numbers are asked for together. */
export const openAtOnce = (
  [one, other]: readonly [Pen, Pen],
  key: string,
  news: readonly NewEvent[],
): Promise<Case[]> =>
  Promise.all(news.map((wanted, index) => openEvent(index % 2 === 0 ? one : other, `${key}-${index}`, wanted)));

/** Opens a CAPA with one action for a deviation. */
export const openCapa = async (pen: Pen, key: string, source: Case): Promise<Case> => {
  const body = {
    title: key,
    description: 'Planned by the drill',
    corrective_actions: [{ description: 'Mend it' }],
    effectiveness_criteria: 'It does not come again',
  };
  const path = `/v1/quality-events/${source.event.id}/capa`;
  const { data } = (await postOnce(bySpecialist(pen), { path, key, body })) as { data: Shown };
  const event = noteEvent(pen, { type: 'capa', title: key, shown: data });
  const capa = { event, source, capa: null, actions: (data.corrective_actions ?? []).map(({ id }) => id) };
  source.capa = capa;
  return capa;
};

/** Adds an action to a CAPA. */
export const addAction = async (pen: Pen, key: string, { event, actions }: Case): Promise<void> => {
  const body = { type: 'preventive', description: key };
  const path = `/v1/quality-events/${event.id}/actions`;
  const { data } = (await postOnce(bySpecialist(pen), { path, key, body })) as { data: { id: string } };
  actions.push(data.id);
  event.version += 1;
};

type Change = { path: string; body: object; note: () => void };

/** Sends PATCHes of one event at the same time, in turn through one gateway and the other. Sent again they change nothing. */
const changeAtOnce = async ({ specialist }: Pen, event: PromisedEvent, changes: readonly Change[]): Promise<void> => {
  const changing = changes.map(async ({ path, body, note }, index) => {
    const answer = await specialist[index % 2 === 0 ? 0 : 1].insist({ method: 'PATCH', path, body });
    if (answer.status !== 200) throw refusal(`PATCH ${path}`, answer);
    note();
    event.version += 1;
  });
  const failed = (await Promise.allSettled(changing)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

/** Writes two fields of an event at the same time, one through each gateway. Each event is written to so once. */
export const markEvent = (pen: Pen, key: string, { event }: Case): Promise<void> => {
  const path = `/v1/quality-events/${event.id}`;
  const change = (field: string): Change => ({
    path,
    body: { [field]: key },
    note: () => Object.assign(event.fields, { [field]: key }),
  });
  return changeAtOnce(pen, event, [change('description'), change('category')]);
};

/** Completes all actions of a CAPA at the same time. */
export const completeActions = async (pen: Pen, key: string, { event, actions }: Case): Promise<void> => {
  const completion_date = new Date().toISOString().slice(0, 10);
  const body = { status: 'completed', completion_date, completion_notes: key };
  const changes = actions.map((id) => ({ path: `/v1/quality-events/${event.id}/actions/${id}`, body, note: () => {} }));
  await changeAtOnce(pen, event, changes);
  event.fields.completed = actions.length;
};

/** Finds a CAPA effective. */
export const findEffective = (pen: Pen, key: string, { event }: Case): Promise<void> => {
  const body = { effectiveness_check: { outcome: 'effective', results: key } };
  const note = () => Object.assign(event.fields, { outcome: 'effective' });
  return changeAtOnce(pen, event, [{ path: `/v1/quality-events/${event.id}`, body, note }]);
};
