import type { Classification, Priority, QualityEventType } from '@qsc/contracts';
import { conflict, invalidField } from '@qsc/service-kit/pure';
import type { NewQualityEvent } from '../quality-event/event-change.ts';
import { isEnded, type QualityEvent } from '../quality-event/quality-event.ts';
import { ACTION_LIMIT, type NewAction, newAction } from './action.ts';
import { plannedCheck } from './effectiveness.ts';

/** The types of events that a CAPA can be opened for (decisions §4, "Quality events"). */
export const SOURCE_TYPES: readonly QualityEventType[] = ['deviation', 'complaint', 'audit_finding'];

type Optional<Value> = Value | null | undefined;

/** A CAPA as a client sends it. */
export type NewCapa = {
  title: string;
  description: string;
  priority?: Priority | undefined;
  classification?: Optional<Classification>;
  category?: Optional<string>;
  assigned_to?: Optional<string>;
  due_date?: Optional<string>;
  corrective_actions?: readonly NewAction[] | undefined;
  preventive_actions?: readonly NewAction[] | undefined;
  effectiveness_criteria?: Optional<string>;
  effectiveness_check?: Optional<{ due_date?: Optional<string> }>;
};

type Source = Pick<QualityEvent, 'id' | 'type' | 'number' | 'status' | 'related_entities'>;

const requireSource = (source: Source): void => {
  if (!SOURCE_TYPES.includes(source.type))
    throw invalidField(
      'deviation_id',
      'not_a_source',
      `A CAPA is opened for a ${SOURCE_TYPES.join(', ')}; ${source.number} is a ${source.type}.`,
    );
  if (isEnded(source))
    throw conflict(`The quality event ${source.number} is ${source.status}, so no CAPA is opened for it.`, {
      status: source.status,
    });
};

/**
 * The CAPA that is opened for an event, about the same entities. Throws `validation_failed` for a source of another type or
 * too many actions, `conflict` for a source that is closed or rejected.
 */
export const capaFor = (source: Source, input: NewCapa): NewQualityEvent => {
  requireSource(source);
  const {
    corrective_actions = [],
    preventive_actions = [],
    effectiveness_criteria,
    effectiveness_check,
    ...content
  } = input;
  if (corrective_actions.length + preventive_actions.length > ACTION_LIMIT)
    throw invalidField('preventive_actions', 'too_big', `A CAPA has at most ${ACTION_LIMIT} actions.`);
  return {
    ...content,
    type: 'capa',
    related_entities: source.related_entities,
    capa: {
      source_event_id: source.id,
      corrective_actions: corrective_actions.map((action) => newAction('corrective', action)),
      preventive_actions: preventive_actions.map((action) => newAction('preventive', action)),
      effectiveness_criteria: effectiveness_criteria ?? null,
      effectiveness_check: effectiveness_check ? plannedCheck(effectiveness_check) : null,
    },
  };
};
