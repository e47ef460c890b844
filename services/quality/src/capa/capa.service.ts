import {
  type Call,
  notFound,
  type PageOf,
  type ReferToDocuments,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { Assigned, RequireAssignees } from '../quality-event/assignee.ts';
import { changeTo, openEvent } from '../quality-event/event-change.ts';
import type { NumberedCreate } from '../quality-event/numbered-create.ts';
import { type QualityEventStore, requireEvent, requireFreeEvent } from '../quality-event/quality-event.store.ts';
import { type QualityEvent, requireOpen } from '../quality-event/quality-event.ts';
import { type QualityEventView, toView } from '../quality-event/quality-event.view.ts';
import type { RecordRead } from '../quality-event/record-read.ts';
import type { AddAction, CapaListQuery, OpenCapa, PatchAction } from './action.schemas.ts';
import { newAction, patchAction, requireAction, withAction, withNewAction } from './action.ts';
import type { HoldSource, ListCapas } from './capa.query.ts';
import type { Capa, CapaAction } from './capa.ts';
import { capaFor } from './opening.ts';

/** An action, with the version of the CAPA that it belongs to. */
export type VersionedAction = CapaAction & { version: number };

export type CapaService = {
  /** Throws `not_found`, `validation_failed` for an event that cannot be a source, `conflict` for one that has ended. */
  open(sourceId: string, input: OpenCapa, call: Call): Promise<QualityEventView>;
  /** The CAPAs of an event. Throws `not_found`. */
  list(orgId: string, sourceId: string, query: CapaListQuery): Promise<PageOf<QualityEventView>>;
  /** Throws `not_found`, and `conflict` for a CAPA that has ended, waits for approval or is full. */
  addAction(capaId: string, input: AddAction, call: Call): Promise<VersionedAction>;
  readAction(capaId: string, actionId: string, call: Call): Promise<VersionedAction>;
  /**
   * Throws `not_found`, `precondition_failed`, `conflict` for a CAPA that has ended or waits for approval, and what
   * `patchAction` throws.
   */
  patchAction(capaId: string, actionId: string, change: { patch: PatchAction; call: Call }): Promise<VersionedAction>;
};

export type CapaParts = {
  store: QualityEventStore;
  numbered: NumberedCreate;
  holdSource: HoldSource;
  listCapas: ListCapas;
  referToDocuments: ReferToDocuments;
  recordRead: RecordRead;
  requireAssignees: RequireAssignees;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

type CapaEvent = QualityEvent & { capa: Capa };

const assignedIn = ({ assigned_to, corrective_actions = [], preventive_actions = [] }: OpenCapa): Assigned[] => {
  const inList = (list: string, actions: readonly { assigned_to?: string | null | undefined }[]): Assigned[] =>
    actions.map((action, index) => ({ field: `${list}.${index}.assigned_to`, id: action.assigned_to }));
  return [
    { field: 'assigned_to', id: assigned_to },
    ...inList('corrective_actions', corrective_actions),
    ...inList('preventive_actions', preventive_actions),
  ];
};

/** The use cases of CAPAs (specification, "Quality events"). Each write is one commit and one audit entry. */
export const makeCapaService = (parts: CapaParts): CapaService => {
  const { store, numbered, holdSource, listCapas, referToDocuments, requireAssignees } = parts;
  const { recordRead, unitOfWork } = parts;

  const requireCapa = async (capaId: string, call: Call): Promise<CapaEvent> => {
    const event = await store.find(call.actor.org_id, capaId);
    if (!event?.capa) throw notFound('CAPA', capaId);
    return { ...event, capa: event.capa };
  };

  const change = (
    capaId: string,
    call: Call,
    by: (capa: Capa) => { capa: Capa; action: CapaAction },
  ): Promise<VersionedAction> =>
    unitOfWork.decide(call, { records: [capaId] }, async () => {
      const before = await requireCapa(capaId, call);
      store.requireFree(before);
      requireMatch(call, before.version);
      requireOpen(before);
      const { capa, action } = by(before.capa);
      const decided = changeTo(before, { ...before, capa }, call);
      return {
        changes: store.changes(decided),
        events: decided.events,
        answer: { ...action, version: decided.event.version },
      };
    });

  return {
    async open(sourceId, input, call) {
      await requireAssignees(call.actor.org_id, assignedIn(input));
      return numbered(['capa'], call, async (assign) => {
        const source = await requireFreeEvent(store, call.actor.org_id, sourceId);
        const decided = assign('capa', (number) => openEvent(capaFor(source, input), number, call));
        return {
          changes: [...store.changes(decided), holdSource(source)],
          events: decided.events,
          answer: toView(decided.event),
        };
      });
    },

    async list(orgId, sourceId, query) {
      await requireEvent(store, orgId, sourceId);
      return listCapas(orgId, sourceId, query);
    },

    async addAction(capaId, { type, ...input }, call) {
      await requireAssignees(call.actor.org_id, [{ field: 'assigned_to', id: input.assigned_to }]);
      return change(capaId, call, (before) => {
        const action = newAction(type, input);
        return { capa: withNewAction(before, action), action };
      });
    },

    async readAction(capaId, actionId, call) {
      const event = await requireCapa(capaId, call);
      const action = requireAction(event.capa, actionId);
      await recordRead(event, call);
      return { ...action, version: event.version };
    },

    async patchAction(capaId, actionId, { patch, call }) {
      const { org_id } = call.actor;
      const { capa } = await requireCapa(capaId, call);
      const { document_references: known = [], assigned_to } = requireAction(capa, actionId);
      await requireAssignees(org_id, [{ field: 'assigned_to', id: patch.assigned_to }], assigned_to);
      const evidence = { field: 'evidence', ids: patch.evidence ?? [], known };
      const referred =
        patch.evidence === undefined ? {} : { document_references: await referToDocuments(org_id, evidence) };
      return change(capaId, call, (before) => {
        const action = patchAction(requireAction(before, actionId), { ...patch, ...referred }, call);
        return { capa: withAction(before, action), action };
      });
    },
  };
};
