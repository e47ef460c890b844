import type { TransitionSnapshot } from '@qsc/contracts/events';
import {
  type ListAttachments,
  notFound,
  parsePart,
  type RecordOwner,
  type RecordReserve,
  type Reservations,
  requireFields,
  requireMatch,
} from '@qsc/service-kit';
import { type CapaFacts, capaFacts, requireClosable } from '../capa/closure.ts';
import type { RequireAssignees } from './assignee.ts';
import { TransitionData } from './quality-event.schemas.ts';
import type { QualityEventStore } from './quality-event.store.ts';
import type { QualityEvent } from './quality-event.ts';
import { recordMessage, toSignedContent } from './quality-event.view.ts';
import { afterTransition, applyTransition, type RequestedTransition } from './transition.ts';

type Parts = {
  store: Pick<QualityEventStore, 'listCapas'>;
  reservations: Reservations<QualityEvent>;
  requireAssignees: RequireAssignees;
  listAttachments: ListAttachments;
};

/** The owner itself has checked its data, which may have fields that a transition of the workflow service may not bring. */
const toPatch = ({ data, isByOwner }: RecordReserve): RequestedTransition['patch'] =>
  isByOwner ? data : (parsePart(TransitionData, data, 'data') as RequestedTransition['patch']);

/** Quality events as records of workflows (proto/record/v1). */
export const makeEventOwner = (parts: Parts): RecordOwner<QualityEvent> => {
  const { store, reservations, requireAssignees, listAttachments } = parts;

  const toMessage = async (event: QualityEvent, shown: { facts: CapaFacts; changed: boolean; hashed: boolean }) => {
    const attachments = shown.hashed ? await listAttachments(event.org_id, event.id) : [];
    return recordMessage(event, { ...shown, attachments });
  };

  const readFacts = async (event: QualityEvent): Promise<CapaFacts> =>
    capaFacts(event, await store.listCapas(event.org_id, event.id));

  return {
    reservations,

    async show(event, { id, withAttachments: hashed }) {
      if (!event) throw notFound('quality event', id);
      return toMessage(event, { facts: await readFacts(event), changed: false, hashed });
    },

    /** The reservation is stored only while no CAPA was opened since the check: opening one raises `holds`. */
    async check(before, request) {
      const { toState, data, call, requiredFields, withAttachments: hashed } = request;
      if (toState === null)
        return {
          patch: {},
          answer: await toMessage(before, { facts: await readFacts(before), changed: false, hashed }),
        };
      requireFields(toState, requiredFields, { data, content: toSignedContent(before) });
      const patch = toPatch(request);
      const { event, changed } = afterTransition(before, { toState, patch }, call);
      await requireAssignees(event.org_id, [{ field: 'assigned_to', id: event.assigned_to }], before.assigned_to);
      const capas = await store.listCapas(event.org_id, event.id);
      if (event.status === 'closed') requireClosable(event, capas);
      requireMatch(call, before.version);
      return { patch, answer: await toMessage(event, { facts: capaFacts(event, capas), changed, hashed }) };
    },
  };
};

/** How quality events are reserved and apply transitions. */
export const eventTransitions = (store: Pick<QualityEventStore, 'find' | 'changes'>) => ({
  what: 'quality event',
  find: store.find,
  write: (before: QualityEvent, event: QualityEvent) => store.changes({ before, event }),
  applyTo(before: QualityEvent, transition: TransitionSnapshot) {
    const decided = applyTransition(before, transition);
    return { changes: store.changes(decided), events: decided.events };
  },
});
