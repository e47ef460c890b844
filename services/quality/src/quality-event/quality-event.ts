import { isDeepStrictEqual } from 'node:util';
import { ENDED_STATUSES, QUALITY_EVENT_STATUSES, type QualityEventStatus, type QualityEventType } from '@qsc/contracts';
import { type Call, conflict, type Reservation } from '@qsc/service-kit/pure';
import type { Capa } from '../capa/capa.ts';
import { capaEntering, patchCapa } from '../capa/effectiveness.ts';
import { type ContentPatch, type EventContent, mergeContent, requireFieldsOfType, toContent } from './content.ts';

/** A quality event as the domain knows it (specification, "Quality event"; decisions §4). Dates are YYYY-MM-DD. */
export type QualityEvent = EventContent & {
  id: string;
  org_id: string;
  type: QualityEventType;
  /** Such as DEV-2026-0001: counted by organisation, type and year, without gaps. */
  number: string;
  status: QualityEventStatus;
  /** Of a CAPA. */
  capa: Capa | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  created_by: string;
  /** When it was closed or rejected; stored for the metrics and not shown. */
  ended_at: Date | null;
  /** The last transition of its workflow. This and what follows is not shown, and changing it is no new version. */
  last_transition_id: string | null;
  /** The transition or decision that is under way; nothing else changes the event. */
  reservation: Reservation | null;
  /** The approval that it waits for; its content does not change until the decision. */
  awaiting_approval: string | null;
  /** Fields that its workflow has required. They can be changed, and not removed. */
  required_fields: string[];
  /** How often a CAPA was opened for it. A write that was decided on another number is decided again. */
  holds: number;
};

/** What a new event has of transitions and CAPAs. */
export const NO_TRANSITIONS = {
  last_transition_id: null,
  reservation: null,
  awaiting_approval: null,
  required_fields: [],
  holds: 0,
};

/** Whether it is closed or rejected. */
export const isEnded = ({ status }: Pick<QualityEvent, 'status'>): boolean => ENDED_STATUSES.includes(status);

/** Throws `conflict` for a quality event that is closed or rejected: its content is final. */
export const requireOpen = (event: QualityEvent): void => {
  if (!isEnded(event)) return;
  throw conflict(`The quality event ${event.number} is ${event.status}, so it cannot be changed any more.`, {
    status: event.status,
  });
};

/** Whether two states of an event have the same content. */
export const isSame = (one: QualityEvent, other: QualityEvent): boolean =>
  isDeepStrictEqual({ ...one, version: 0, updated_at: null }, { ...other, version: 0, updated_at: null });

type Acting = Pick<Call, 'actor' | 'now'>;

/**
 * The event with a merge patch applied to its content; other members are ignored. Throws `conflict` for an outcome of an
 * effectiveness check before anything was implemented.
 */
export const withContent = (event: QualityEvent, patch: ContentPatch, acting: Acting): QualityEvent => ({
  ...event,
  ...mergeContent(toContent(event), patch),
  capa: event.capa && patchCapa(event.capa, patch, { status: event.status, acting }),
});

/** As `withContent`, for a request. Throws `validation_failed` for a field that its type does not have. */
export const withPatch = (event: QualityEvent, patch: ContentPatch, acting: Acting): QualityEvent => {
  requireFieldsOfType(event.type, patch);
  return withContent(event, patch, acting);
};

const isStatus = (state: string): state is QualityEventStatus =>
  (QUALITY_EVENT_STATUSES as readonly string[]).includes(state);

/**
 * The event before the data of a transition is merged. A CAPA that enters verification again loses the outcome of the last
 * verification first, so that data of the transition itself is kept.
 */
export const leavingFor = (event: QualityEvent, state: string): QualityEvent =>
  event.capa && isStatus(state) && state !== event.status ? { ...event, capa: capaEntering(event.capa, state) } : event;

/**
 * The event in a state of its workflow. A state that is no status of quality events, such as pending_approval, leaves the
 * status unchanged (decisions §4).
 */
export const inState = (event: QualityEvent, state: string, at: Date): QualityEvent => {
  if (!isStatus(state) || state === event.status) return event;
  return {
    ...event,
    status: state,
    ended_at: ENDED_STATUSES.includes(state) ? at : null,
  };
};
