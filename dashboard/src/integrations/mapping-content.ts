import type { Mapping, NewMapping } from './mapping.queries.ts';
import {
  NO_TRANSFORMATION,
  type TypedTransformation,
  toTransformation,
  toTypedTransformation,
} from './transformation.ts';

export type FieldRow = {
  source: string;
  target: string;
  required: boolean;
  transformation: TypedTransformation;
  /** It is sent to the external system when it changes here. */
  sent: boolean;
};

export type FilterRow = { field: string; operator: string; value: string };

/** What a user sets of a mapping. */
export type MappingContent = {
  source_object: string;
  entity_type: string;
  event_subtype: string;
  document_types: string[];
  fields: FieldRow[];
  filters: FilterRow[];
  /** Records without a counterpart are created there. */
  create: boolean;
};

export const EMPTY_FIELD: FieldRow = {
  ...{ source: '', target: '', required: false, sent: false },
  transformation: NO_TRANSFORMATION,
};

export const EMPTY_FILTER: FilterRow = { field: '', operator: 'eq', value: '' };

export const EMPTY_MAPPING: MappingContent = {
  ...{ source_object: '', entity_type: 'supplier', event_subtype: '', document_types: [], create: false },
  fields: [
    { ...EMPTY_FIELD, target: 'name', required: true },
    { ...EMPTY_FIELD, target: 'attributes.supplier_code', required: true },
  ],
  filters: [],
};

const isQuoted = (value: unknown): boolean =>
  typeof value !== 'string' || /^(-?\d|true$|false$|null$|"|\[)/.test(value);

const toFilterText = (value: unknown): string => (isQuoted(value) ? JSON.stringify(value) : String(value));

/** A number, a truth value or a list where the text is one; `"1"` is the text 1. */
const readFilterText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
};

export const toMappingContent = (mapping: Mapping): MappingContent => {
  const { bidirectional } = mapping;
  return {
    source_object: mapping.source_object,
    entity_type: mapping.entity_type,
    event_subtype: mapping.event_subtype ?? '',
    document_types: mapping.document_types,
    fields: mapping.field_mappings.map(({ source, target, required, transformation }) => ({
      source,
      target,
      required,
      transformation: toTypedTransformation(transformation),
      sent: bidirectional?.enabled === true && bidirectional.fields.includes(target),
    })),
    filters: mapping.filters.map(({ field, operator, value }) => ({ field, operator, value: toFilterText(value) })),
    create: bidirectional?.create === true,
  };
};

/** The mapping as the API takes it, which checks it; what the form does not show stays as it was. */
export const toMapping = (content: MappingContent, before: Mapping | null): NewMapping => {
  const { entity_type, event_subtype, fields, filters } = content;
  const sent = fields.filter((field) => field.sent).map(({ target }) => target.trim());
  const custom = Object.entries(before?.bidirectional?.custom_fields ?? {}).filter(([target]) => sent.includes(target));
  const { id, content_sync = null, workflow_sync = null, esignature_sync = null } = before ?? {};
  return {
    ...(id === undefined ? {} : { id }),
    entity_type,
    source_object: content.source_object.trim(),
    event_subtype: entity_type === 'quality_event' ? event_subtype || null : null,
    document_types: content.document_types,
    field_mappings: fields.map(({ source, target, required, transformation }) => ({
      source: source.trim(),
      target: target.trim(),
      required,
      transformation: toTransformation(transformation),
    })),
    filters: filters
      .filter(({ field }) => field.trim() !== '')
      .map(({ field, operator, value }) => ({ field: field.trim(), operator, value: readFilterText(value) })),
    bidirectional:
      sent.length > 0
        ? { enabled: true, create: content.create, fields: sent, custom_fields: Object.fromEntries(custom) }
        : null,
    content_sync,
    workflow_sync,
    esignature_sync,
  } as NewMapping;
};

/** Whether a record can be read by the mapping: nothing that it needs is still to be typed. */
export const isWhole = ({ source_object, field_mappings }: NewMapping): boolean =>
  source_object !== '' &&
  field_mappings.length > 0 &&
  field_mappings.every(({ source, target }) => source !== '' && target !== '');

const transformationText = ({ kind, table, pattern, entity_type, lookup_field }: TypedTransformation): string =>
  [kind, pattern, entity_type, lookup_field, table.trim().replaceAll('\n', ', ')].filter(Boolean).join(' ');

/** The mapping as a person compares two of them: a line for each field and filter. */
export const toReadable = (content: MappingContent) => ({
  ...content,
  fields: content.fields
    .map(({ source, target, transformation, required, sent }) =>
      [source, '→', target, transformationText(transformation), required ? '*' : '', sent ? '⇄' : '']
        .filter(Boolean)
        .join(' '),
    )
    .join('\n'),
  filters: content.filters.map(({ field, operator, value }) => `${field} ${operator} ${value}`).join('\n'),
});
