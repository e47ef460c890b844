import type { RemoteRecord, RemoteSystem } from '../connector/connector.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { valueAt } from '../mapping/values.ts';

/**
 * The external field that holds a record's state: the system's own where it has one for all records of an object, else the one
 * that `workflow_sync.lifecycle` names. Null where states are not taken over.
 */
export const stateFieldOf = (
  { workflow_sync: workflow, source_object }: Pick<Mapping, 'workflow_sync' | 'source_object'>,
  { stateField }: Pick<RemoteSystem, 'stateField'>,
): string | null => (workflow?.enabled ? (stateField?.(source_object) ?? workflow.lifecycle) : null);

/** The external fields that are read besides those of the mapping, for what is taken over beside fields. */
export const followedFieldsOf = (mapping: Mapping, system: Pick<RemoteSystem, 'stateField'>): string[] => {
  const { esignature_sync: signature } = mapping;
  return [stateFieldOf(mapping, system), signature?.enabled ? signature.signature_field : null].filter(
    (field) => field !== null,
  );
};

/** What an external record holds in a field, by its name as it stands or as a path. */
export const externalValue = ({ fields }: Pick<RemoteRecord, 'fields'>, field: string): unknown =>
  Object.hasOwn(fields, field) ? fields[field] : valueAt(fields, field);

/** The text of a field; of a list of one, that one. Null where there is none. */
export const externalText = (record: Pick<RemoteRecord, 'fields'>, field: string): string | null => {
  const value = externalValue(record, field);
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof one === 'string' && one !== '' ? one : null;
};
