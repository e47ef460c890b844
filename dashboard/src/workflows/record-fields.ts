import { EVENT_TYPES, fieldName } from '../i18n/vocabulary.ts';
import { listTargets } from '../integrations/targets.ts';
import { detailSections, propertySpecs } from '../quality-events/event-fields.ts';

/** The fields that a kind of record has, by their paths. */
const listFields = (type: string): string[] =>
  type in EVENT_TYPES
    ? [...propertySpecs(), ...detailSections(type).flatMap(({ specs }) => specs)]
        .map(({ path }) => path)
        .concat('rejection_reason')
    : listTargets(type);

/** The fields to choose from for kinds of record, and those chosen already; each with its name. */
export const fieldChoices = (types: readonly string[], chosen: readonly string[]): { value: string; label: string }[] =>
  [...new Set([...types.flatMap(listFields), ...chosen])].map((path) => ({ value: path, label: fieldName(path) }));
