import type { RemoteRecord } from '../connector/connector.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { valueAt } from '../mapping/values.ts';

/** The external field of a record's state, `workflow_sync.lifecycle`. Null where states are not mirrored. */
export const getStateField = ({ workflow_sync: workflow }: Pick<Mapping, 'workflow_sync'>): string | null =>
  workflow?.enabled ? workflow.lifecycle : null;

/** Whether a mapping sends transitions to the external system. */
export const sendsStates = ({ workflow_sync: workflow }: Pick<Mapping, 'workflow_sync'>): boolean =>
  workflow?.enabled === true && workflow.transition_triggers.service_to_external;

/** The external fields that mirroring reads beside those of the mapping. */
export const listMirroredFields = (mapping: Mapping): string[] => {
  const { esignature_sync: signature } = mapping;
  return [getStateField(mapping), signature?.enabled ? signature.signature_field : null].filter(
    (field) => field !== null,
  );
};

/** The value of an external field, by its name or as a path. */
export const externalValue = ({ fields }: Pick<RemoteRecord, 'fields'>, field: string): unknown =>
  Object.hasOwn(fields, field) ? fields[field] : valueAt(fields, field);

/** The text of a field; of a list of one, that one. Null where there is none. */
export const externalText = (record: Pick<RemoteRecord, 'fields'>, field: string): string | null => {
  const value = externalValue(record, field);
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof one === 'string' && one !== '' ? one : null;
};
