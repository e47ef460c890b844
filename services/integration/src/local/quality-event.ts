import { isObject } from '@qsc/service-kit/pure';
import type { LocalRecord } from './local-record.ts';

/** The entity type by which mappings name quality events of whatever kind. */
export const QUALITY_EVENT = 'quality_event';

/** The field of a quality event that targets reach as `name`. */
const TITLE = 'title';

/** The one field by which events are found: it is each one's own. */
export const NUMBER_TARGET = 'attributes.number';

/** Whether a record is of the kind that a mapping is for; other entities have no kinds, and their mappings name none. */
export const isOfKind = ({ attributes }: Pick<LocalRecord, 'attributes'>, eventSubtype: string | null): boolean =>
  eventSubtype === null || attributes.type === eventSubtype;

const related = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter(isObject).map(({ type, id }) => ({ type, id })) : value;

/**
 * A quality event, as the API shows it, as a synchronisation sees it: its title is the name and its other fields are attributes.
 * Related entities have the form of a write, without the names that the service adds.
 */
export const recordOfEvent = (shown: Readonly<Record<string, unknown>>): LocalRecord => {
  const { id, title, version, related_entities, ...attributes } = shown;
  return {
    id: String(id),
    entityType: QUALITY_EVENT,
    name: String(title),
    attributes: { ...attributes, related_entities: related(related_entities) },
    version: Number(version),
    deleted: false,
  };
};

/** What is written of an event: the fields that the attributes name, and its title. */
export const fieldsOfEvent = ({
  name,
  attributes,
}: {
  name?: string | undefined;
  attributes: Readonly<Record<string, unknown>>;
}): Record<string, unknown> => ({ ...attributes, ...(name === undefined ? {} : { [TITLE]: name }) });

/** The target of a field of the event. */
export const targetOfField = (field: string): string => (field === TITLE ? 'name' : `attributes.${field}`);
