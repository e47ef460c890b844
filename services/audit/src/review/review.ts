import { newId } from '@qsc/contracts';
import { type ActEnvelope, auditEvents } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';

export const CONCLUSIONS = ['no_findings', 'findings'] as const;

/** That somebody has looked through the audit log of a period, and what they found (EU GMP Annex 11, clause 9). It never changes. */
export type Review = {
  id: string;
  org_id: string;
  from: Date;
  to: Date;
  conclusion: (typeof CONCLUSIONS)[number];
  notes: string | null;
  /** The record whose trail was reviewed; null for a review of the log. */
  entity_id: string | null;
  /** The entries of the record that were seen; for a review of the log, those that the findings are about. */
  entry_ids: string[];
  /** The end of the log when the review was made: what was recorded later is not part of it. 0 where there was no entry. */
  last_sequence: number;
  reviewed_by: { id: string; name: string };
  created_at: Date;
};

export type NewReview = Pick<Review, 'from' | 'to' | 'conclusion' | 'notes' | 'entity_id' | 'entry_ids'>;

type Made = { review: Review; event: ActEnvelope };

/** A new review by the caller, and its event. */
export const makeReview = (input: NewReview, lastSequence: number, call: Call): Made => {
  const review: Review = {
    id: newId('review'),
    org_id: call.actor.org_id,
    ...input,
    last_sequence: lastSequence,
    reviewed_by: { id: call.actor.id, name: call.actor.name },
    created_at: call.now,
  };
  return { review, event: toEvent(review, call) };
};

const toEvent = (review: Review, call: Call): ActEnvelope => {
  const { id, conclusion, notes, entity_id, entry_ids, last_sequence } = review;
  const period = { from: review.from.toISOString(), to: review.to.toISOString() };
  const record = entity_id === null ? {} : { entity_id };
  const members = { ...period, conclusion, notes, ...record, entry_ids, last_sequence };
  return makeEvent(auditEvents.reviewCreated, call, {
    audit: {
      action: 'create',
      entity_type: 'audit_review',
      entity_id: id,
      entity_name: `Audit ${entity_id === null ? 'log' : `trail of ${entity_id}`} from ${period.from} to ${period.to}`,
      entity_version: 1,
      changes: Object.fromEntries(Object.entries(members).map(([path, to]) => [path, { from: null, to }])),
    },
    record: { id, conclusion, ...period },
  });
};
