import { isDeepStrictEqual } from 'node:util';
import { ENDED_STATUSES, QUALITY_EVENT_STATUSES, type QualityEventStatus, type QualityEventType } from '@qsc/contracts';
import { type Call, conflict } from '@qsc/service-kit/pure';
import type { Capa } from '../capa/capa.ts';
import { capaEntering, patchCapa } from '../capa/effectiveness.ts';
import { type ContentPatch, contentOf, type EventContent, mergeContent, requireFieldsOfType } from './content.ts';
import type { Standing } from './standing.ts';

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
  /** When it was closed or rejected; kept for the metrics and not shown. */
  ended_at: Date | null;
  /** How many moves of its workflow changed it: the next that it takes is one above. */
  record_moves: number;
  standing: Standing;
};

/** Whether nothing is left to do. */
export const isEnded = ({ status }: Pick<QualityEvent, 'status'>): boolean => ENDED_STATUSES.includes(status);

/** Whether a move to the state would end the event. */
export const endsBy = (event: Pick<QualityEvent, 'status'>, state: string): boolean =>
  !isEnded(event) && (ENDED_STATUSES as readonly string[]).includes(state);

/** Throws `conflict` for a quality event that is closed or rejected: its content is final. */
export const requireOpen = (event: QualityEvent): void => {
  if (!isEnded(event)) return;
  throw conflict(`The quality event ${event.number} is ${event.status}, so it cannot be changed any more.`, {
    status: event.status,
  });
};

/** Whether two states of an event say the same. */
export const isSame = (one: QualityEvent, other: QualityEvent): boolean =>
  isDeepStrictEqual({ ...one, version: 0, updated_at: null }, { ...other, version: 0, updated_at: null });

type Acting = Pick<Call, 'actor' | 'now'>;

/**
 * The event with a merge patch in its content; what is no content stays out.
 * Throws `conflict` for an effectiveness of a CAPA that is told before anything was implemented.
 */
export const withContent = (event: QualityEvent, patch: ContentPatch, acting: Acting): QualityEvent => ({
  ...event,
  ...mergeContent(contentOf(event), patch),
  capa: event.capa && patchCapa(event.capa, patch, { status: event.status, acting }),
});

/** As `withContent`, for what a client asks for. Throws `validation_failed` for a field that its type does not have. */
export const withPatch = (event: QualityEvent, patch: ContentPatch, acting: Acting): QualityEvent => {
  requireFieldsOfType(event.type, patch);
  return withContent(event, patch, acting);
};

const isStatus = (state: string): state is QualityEventStatus =>
  (QUALITY_EVENT_STATUSES as readonly string[]).includes(state);

/**
 * The event as what a move to a state brings finds it: a CAPA that is verified anew without what the last verification found,
 * so that nothing which comes with the move goes with that.
 */
export const leavingFor = (event: QualityEvent, state: string): QualityEvent =>
  event.capa && isStatus(state) && state !== event.status ? { ...event, capa: capaEntering(event.capa, state) } : event;

/**
 * The event in a state of its workflow, from that moment on. A state that is no status of quality events, such as
 * pending_approval, leaves the status as it is (decisions §4).
 */
export const inState = (event: QualityEvent, state: string, at: Date): QualityEvent => {
  if (!isStatus(state) || state === event.status) return event;
  return {
    ...event,
    status: state,
    ended_at: ENDED_STATUSES.includes(state) ? at : null,
  };
};
