import type { RemoteRecord } from '../connector/connector.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { valueAt } from '../mapping/values.ts';

/** The external field that holds a record's state, as `workflow_sync.lifecycle` names it. Null where states are not taken over. */
export const stateFieldOf = ({ workflow_sync: workflow }: Pick<Mapping, 'workflow_sync'>): string | null =>
  workflow?.enabled ? workflow.lifecycle : null;

/** Whether states that move here move there too, by a mapping. */
export const movesStatesThere = ({ workflow_sync: workflow }: Pick<Mapping, 'workflow_sync'>): boolean =>
  workflow?.enabled === true && workflow.transition_triggers.service_to_external;

/** The external fields that are read besides those of the mapping, for what is taken over beside fields. */
export const followedFieldsOf = (mapping: Mapping): string[] => {
  const { esignature_sync: signature } = mapping;
  return [stateFieldOf(mapping), signature?.enabled ? signature.signature_field : null].filter(
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
