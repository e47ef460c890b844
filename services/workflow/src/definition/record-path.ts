import { ENTITY_TYPES, pathsOfQualityEvent, QUALITY_EVENT_TYPES } from '@qsc/contracts';

const entityTypes: readonly string[] = ENTITY_TYPES;

/** Whether a record of the type can have something at the path; of a type that is yet to come nobody knows. */
export const canHave = (type: string, path: string): boolean => {
  if (entityTypes.includes(type)) return path === 'name' || path === 'attributes' || path.startsWith('attributes.');
  const eventType = QUALITY_EVENT_TYPES.find((known) => known === type);
  if (!eventType) return true;
  return pathsOfQualityEvent(eventType).some((known) => known === path || known.startsWith(`${path}.`));
};
