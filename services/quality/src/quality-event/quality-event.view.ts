import type { DocumentReference } from '@qsc/contracts';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import { type EventContent, FIELDS_OF_TYPE, toContent } from './content.ts';
import type { QualityEvent } from './quality-event.ts';

/** A quality event as the API shows it: with the fields that its type has, and no others. */
export type QualityEventView = Omit<EventContent, 'audit_details' | 'response_due_date'> &
  Partial<EventContent> &
  Partial<NonNullable<QualityEvent['capa']>> &
  Pick<QualityEvent, 'id' | 'type' | 'number' | 'status' | 'version' | 'created_at' | 'updated_at' | 'created_by'>;

const ownContent = (event: QualityEvent): EventContent => {
  const foreign = Object.entries(FIELDS_OF_TYPE).flatMap(([type, fields]) => (type === event.type ? [] : fields));
  const content = Object.entries(toContent(event)).filter(([field]) => !(foreign as string[]).includes(field));
  return Object.fromEntries(content) as EventContent;
};

/** The view of a quality event. */
export const toView = (event: QualityEvent): QualityEventView => ({
  id: event.id,
  type: event.type,
  number: event.number,
  status: event.status,
  ...ownContent(event),
  ...event.capa,
  created_at: event.created_at,
  updated_at: event.updated_at,
  created_by: event.created_by,
  version: event.version,
});

/**
 * The content that a signature covers: the view without the fields that transitions and versions change (decisions §4,
 * "Signatures").
 */
export const toSignedContent = (event: QualityEvent): Record<string, unknown> => {
  const { status: _status, version: _version, updated_at: _updated, ...content } = toView(event);
  return JSON.parse(JSON.stringify(content)) as Record<string, unknown>;
};

/** The attachments as a part of the signed content: left out where there are none. */
const attached = (attachments: readonly DocumentReference[]) => (attachments.length === 0 ? {} : { attachments });

/** What conditions and summaries of a workflow read beside the content. */
export type EventFacts = Record<string, unknown>;

type RecordParts = { facts: EventFacts; changed: boolean; attachments: readonly DocumentReference[] };

/**
 * The message of a quality event for its workflow. `changed` and the version are those after the requested transition. The content
 * includes the attachments that are given: a signature covers them.
 */
export const recordMessage = (event: QualityEvent, { facts, changed, attachments }: RecordParts): RecordMessage => ({
  id: event.id,
  type: event.type,
  name: event.title,
  version: event.version,
  content_json: JSON.stringify({ ...toSignedContent(event), ...attached(attachments) }),
  facts_json: JSON.stringify({ ...facts, status: event.status, number: event.number }),
  created_by: event.created_by,
  ...(event.due_date === null ? {} : { due_date: event.due_date }),
  changed,
  related_ids: [
    ...event.related_entities.map(({ id }) => id),
    ...(event.capa === null ? [] : [event.capa.source_event_id]),
  ],
});
