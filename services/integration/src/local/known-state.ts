import { QUALITY_EVENT_STATUSES, RECORD_STATES } from '@qsc/contracts';
import { QUALITY_EVENT } from './quality-event.ts';

/** The states that records of a type can be in; null where workflows alone say which these are. */
export const knownStates = (entityType: string): readonly string[] | null => {
  if (entityType === QUALITY_EVENT) return QUALITY_EVENT_STATUSES;
  const table = RECORD_STATES[entityType];
  return table ? Object.keys(table.transitions) : null;
};
