import { ENDED_STATUSES } from '@qsc/contracts';
import type { Document } from 'mongodb';
import type { DatabaseName } from '../mesh/drill-plan.ts';
import type { ListedEvent, StoredEvent, StoredInstance, StoredQuality, StoredTransition } from './stored.ts';

/** Finds what an organisation has in a collection. */
export type Find = (name: DatabaseName, collection: string, filter?: Document) => Promise<Document[]>;

/** Reads the quality events of an organisation, their workflows and what is kept of them elsewhere. */
export const readQuality = async (find: Find): Promise<StoredQuality> => {
  const events = await find('quality', 'quality_event');
  return {
    events: events.map(toEvent),
    eventTotals: listTotals(await find('quality', 'quality_event_total')),
    instances: (await find('workflow', 'workflow_instance')).map(toInstance),
    transitions: (await find('workflow', 'workflow_transition', { number: { $gt: 0 } }))
      .map(toTransition)
      .sort((one, other) => one.number - other.number),
    signatures: (await find('workflow', 'workflow_signature')).map(({ _id, record_id, act }) => ({
      id: String(_id),
      recordId: record_id,
      action: act.action,
      to: act.to_state,
    })),
    decided: (await find('workflow', 'approval', { status: { $ne: 'pending' } })).map((round) => ({
      recordId: round.record_id,
      status: round.status,
      decisions: round.decisions.length,
    })),
    listedEvents: (await find('supplier', 'supplier_quality_event')).map(toListed),
    listableEvents: events.map(toListable),
  };
};

const toEvent = ({ _id, capa, ...event }: Document): StoredEvent => ({
  id: String(_id),
  type: event.type,
  title: event.title,
  number: event.number,
  version: event.version,
  status: event.status,
  lastTransition: event.last_transition_id,
  fields: {
    description: event.description,
    category: event.category,
    completed: findCompleted(capa),
    outcome: capa?.effectiveness_check?.outcome ?? null,
  },
});

const findCompleted = (capa: Document | null): number =>
  [...(capa?.corrective_actions ?? []), ...(capa?.preventive_actions ?? [])].filter(
    ({ status }) => status === 'completed',
  ).length;

const toInstance = ({ record_id, state, current, transitions, last_transition_id }: Document): StoredInstance => ({
  recordId: record_id,
  state: state.id,
  current,
  transitions,
  lastTransition: last_transition_id,
});

const toTransition = ({
  _id,
  record_id,
  number,
  changed,
  action,
  to_state,
  signature,
}: Document): StoredTransition => ({
  id: String(_id),
  recordId: record_id,
  number,
  changed,
  action,
  to: to_state,
  signature: signature?.signature_id ?? null,
});

const toListed = ({ _id, version, type, is_open, related_ids }: Document): ListedEvent => ({
  id: String(_id),
  version,
  type,
  isOpen: is_open,
  related: related_ids,
});

const toListable = ({ _id, version, type, status, related_entities }: Document): ListedEvent => ({
  id: String(_id),
  version,
  type,
  isOpen: !(ENDED_STATUSES as readonly string[]).includes(status),
  related: related_entities.map(({ id }: { id: string }) => id),
});

const listTotals = (parts: readonly Document[]): Record<string, number> => {
  const totals: Record<string, number> = {};
  for (const { org_id, total, count } of parts) {
    const name = String(total).slice(org_id.length + 1);
    totals[name] = (totals[name] ?? 0) + Number(count);
  }
  return Object.fromEntries(Object.entries(totals).filter(([, count]) => count !== 0));
};
