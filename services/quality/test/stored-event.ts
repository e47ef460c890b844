import { newId } from '@qsc/contracts';
import { toStored } from '../src/quality-event/quality-event.store.ts';
import { NO_TRANSITIONS, type QualityEvent } from '../src/quality-event/quality-event.ts';

/** A quality event as it is stored, for what needs many or old ones. */
export const storedEvent = (orgId: string, more: Partial<QualityEvent> = {}) => {
  const id = newId('qualityEvent');
  const created_at = more.created_at ?? new Date();
  return toStored({
    id,
    org_id: orgId,
    type: 'deviation',
    number: id,
    title: 'Deviation',
    description: 'Something went another way than it should have.',
    status: more.ended_at ? 'closed' : 'draft',
    priority: 'medium',
    classification: null,
    category: null,
    related_entities: [],
    root_cause: null,
    impact_assessment: null,
    rejection_reason: null,
    assigned_to: null,
    due_date: null,
    audit_details: null,
    response_due_date: null,
    capa: null,
    version: 1,
    created_at,
    updated_at: created_at,
    created_by: 'usr_1',
    ended_at: null,
    ...NO_TRANSITIONS,
    ...more,
  });
};
