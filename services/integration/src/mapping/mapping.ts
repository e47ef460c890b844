/** The built-in transformations (decisions, "Integrations"). */
export const BUILT_IN_TRANSFORMATIONS = [
  'country_code',
  'trim',
  'upper',
  'lower',
  'date',
  'number',
  'boolean',
] as const;

export type BuiltIn = (typeof BUILT_IN_TRANSFORMATIONS)[number];

export type Transformation =
  | BuiltIn
  | { type: 'lookup'; values: Readonly<Record<string, unknown>> }
  | { type: 'entity_lookup'; entity_type: string; lookup_field: string }
  | { type: 'entity_reference'; entity_type: string }
  | { type: 'json_parse' }
  | { type: 'format'; pattern: string };

/** `source` is a path in the external record, `target` is `name` or `attributes.<path>`. */
export type FieldMapping = { source: string; target: string; required: boolean; transformation: Transformation | null };

export const FILTER_OPERATORS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in'] as const;

export type Filter = {
  field: string;
  operator: (typeof FILTER_OPERATORS)[number];
  value: string | number | boolean | null | readonly (string | number | boolean)[];
};

export type Bidirectional = {
  enabled: boolean;
  /** Whether records without a link are made at the external system. */
  create: boolean;
  /** The targets that are sent back. */
  fields: readonly string[];
  /** target → external path, where it is another than the `source` of its mapping. */
  custom_fields: Readonly<Record<string, string>>;
};

/** Where files of documents are stored: only in the file store of the certificate service. */
export const CONTENT_STORAGES = ['file_store'] as const;

export type ContentSync = {
  enabled: boolean;
  rendition_type: string | null;
  storage: (typeof CONTENT_STORAGES)[number] | null;
  on_update: string | null;
};

export type WorkflowSync = {
  enabled: boolean;
  lifecycle: string | null;
  state_mappings: readonly { external_state: string; service_state: string }[];
  transition_triggers: { external_to_service: boolean; service_to_external: boolean };
};

export type EsignatureSync = {
  enabled: boolean;
  signature_field: string | null;
  sync_direction: string;
  include_meaning: boolean;
};

/** What of an external system becomes which records here, and how (specification, "Object mapping"). */
export type Mapping = {
  id: string;
  entity_type: string;
  source_object: string;
  document_types: readonly string[];
  event_subtype: string | null;
  field_mappings: readonly FieldMapping[];
  filters: readonly Filter[];
  bidirectional: Bidirectional | null;
  content_sync: ContentSync | null;
  workflow_sync: WorkflowSync | null;
  esignature_sync: EsignatureSync | null;
};
