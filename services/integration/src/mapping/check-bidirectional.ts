import type { FieldError } from '@qsc/contracts';
import type { Direction } from '../connection/connection.ts';
import type { Bidirectional, Mapping } from './mapping.ts';
import { toExternalPath } from './transform.ts';
import { hasInverse } from './transformation.ts';

/** What is wrong with what a mapping sends back: each field is mapped, has an inverse, and its own external field. */
export const checkBidirectional = (mapping: Mapping, path: string, direction: Direction): FieldError[] => {
  const { bidirectional } = mapping;
  const field = `${path}.bidirectional`;
  if (direction === 'outbound' && !bidirectional?.enabled)
    return [
      {
        field,
        code: 'required',
        message: 'The connection is outbound; enable this and name the fields that are sent.',
      },
    ];
  if (!bidirectional) return [];
  if (bidirectional.enabled && bidirectional.fields.length === 0)
    return [{ field: `${field}.fields`, code: 'required', message: 'Name the fields that are sent back.' }];
  return [
    ...bidirectional.fields.flatMap((target, at) =>
      checkField(mapping, target, { field: `${field}.fields.${at}`, at }),
    ),
    ...checkCustomFields(bidirectional, `${field}.custom_fields`),
  ];
};

const checkField = (mapping: Mapping, target: string, { field, at }: { field: string; at: number }): FieldError[] => {
  const { fields } = mapping.bidirectional as Bidirectional;
  if (fields.indexOf(target) < at) return [{ field, code: 'duplicate', message: `${target} is named already.` }];
  const mapped = mapping.field_mappings.find((other) => other.target === target);
  if (!mapped) return [{ field, code: 'unknown', message: `${target} is no target of this mapping.` }];
  if (!hasInverse(mapped.transformation))
    return [
      { field, code: 'invalid_value', message: `${target} cannot be sent back: its transformation has no inverse.` },
    ];
  const externalPath = findExternalPath(mapping, target);
  const other = fields.slice(0, at).find((former) => findExternalPath(mapping, former) === externalPath);
  if (other === undefined) return [];
  return [{ field, code: 'duplicate', message: `${other} is sent to the same external field.` }];
};

const findExternalPath = (mapping: Mapping, target: string): string | undefined => {
  const mapped = mapping.field_mappings.find((other) => other.target === target);
  return mapped && toExternalPath(mapping, mapped);
};

const checkCustomFields = ({ fields, custom_fields }: Bidirectional, path: string): FieldError[] =>
  Object.keys(custom_fields)
    .filter((target) => !fields.includes(target))
    .map((target) => ({
      field: `${path}.${target}`,
      code: 'unknown',
      message: `${target} is not among the fields that are sent back.`,
    }));
