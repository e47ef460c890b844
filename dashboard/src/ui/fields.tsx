import { useLingui } from '@lingui/react/macro';
import { MultiSelect, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import { Person } from './people.tsx';
import { PersonSelect } from './person-select.tsx';
import { Day } from './time.tsx';

/** A field of a record: its path, its name, and how it is shown and typed. */
export type FieldSpec = {
  path: string;
  label: string;
  /** `several` are some of the choices. */
  kind: 'text' | 'long' | 'day' | 'person' | 'choice' | 'tags' | 'yes_no' | 'number' | 'several';
  choices?: readonly { value: string; label: string }[];
  isRequired?: boolean;
  description?: string;
  /** The limits of a number. */
  min?: number;
  max?: number;
};

/** A list of more choices is searched by typing. */
const LONG_LIST = 20;

/** The value of a nested field by its path. */
export const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], record);

/** `{'a.b': 1}` → `{a: {b: 1}}`: the shape of a merge patch. */
export const nested = (flat: ReadonlyMap<string, unknown>): Record<string, unknown> => {
  const root: Record<string, unknown> = {};
  for (const [path, value] of flat) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let at = root;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return root;
};

/** A value as a form holds it: never undefined, and text where nothing is. */
export const asTyped = (spec: FieldSpec, value: unknown): unknown => {
  if (spec.kind === 'tags' || spec.kind === 'several') return Array.isArray(value) ? value : [];
  if (spec.kind === 'yes_no') return typeof value === 'boolean' ? String(value) : '';
  return value ?? '';
};

/** A typed value as the API takes it: null for nothing. */
export const asSent = (spec: FieldSpec, value: unknown): unknown => {
  if (spec.kind === 'tags' || spec.kind === 'several') return value;
  if (value === '' || value === null) return null;
  if (spec.kind === 'yes_no') return value === 'true';
  return typeof value === 'string' ? value.trim() : value;
};

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The value of a field of a record as a form holds it. */
export const typedAt = (spec: FieldSpec, record: unknown): unknown => asTyped(spec, valueAt(record, spec.path));

/** The fields whose typed values differ from the record. */
export const changedSpecs = (specs: readonly FieldSpec[], values: FieldValues, record: unknown): FieldSpec[] =>
  specs.filter((spec) => !isSame(valueAt(values, spec.path), typedAt(spec, record)));

/** What was typed that differs from the record, by path, as the API takes it. */
export const toChanges = (specs: readonly FieldSpec[], values: FieldValues, record: unknown): Map<string, unknown> =>
  new Map(changedSpecs(specs, values, record).map((spec) => [spec.path, asSent(spec, valueAt(values, spec.path))]));

export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

type Typing = {
  spec: FieldSpec;
  value: unknown;
  onChange: (value: unknown) => void;
  error?: string | undefined;
  autoFocus?: boolean;
};

/** The control that a field is typed with. */
export const FieldInput = ({ spec, value, onChange, error, autoFocus = false }: Typing) => {
  const { t } = useLingui();
  const { label, kind, choices = [], isRequired = false, description } = spec;
  const shared = {
    label,
    description,
    error,
    required: isRequired,
    'data-autofocus': autoFocus || undefined,
    name: spec.path,
  };
  const text = typeof value === 'string' ? value : '';
  const typed = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  switch (kind) {
    case 'long':
      return <Textarea {...shared} value={text} onChange={typed} />;
    case 'day':
      return (
        <TextInput
          {...shared}
          type="date"
          min="1900-01-01"
          max="2199-12-31"
          value={text}
          onChange={typed}
          styles={{ wrapper: { maxWidth: 180 } }}
        />
      );
    case 'person':
      return <PersonSelect {...shared} value={text || null} onChange={(id) => onChange(id ?? '')} />;
    case 'choice':
    case 'yes_no': {
      const data =
        kind === 'yes_no'
          ? [
              { value: 'true', label: t`Yes` },
              { value: 'false', label: t`No` },
            ]
          : [...choices];
      const known = text === '' || data.some((choice) => choice.value === text);
      return (
        <Select
          {...shared}
          data={known ? data : [...data, { value: text, label: text }]}
          value={text || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          clearable={!isRequired}
          searchable={data.length > LONG_LIST}
          clearButtonProps={{ 'aria-label': t`Clear` }}
        />
      );
    }
    case 'number':
      return (
        <NumberInput
          {...shared}
          {...(spec.min !== undefined && { min: spec.min })}
          {...(spec.max !== undefined && { max: spec.max })}
          allowDecimal={false}
          value={typeof value === 'number' ? value : ''}
          onChange={onChange}
          styles={{ wrapper: { maxWidth: 180 } }}
        />
      );
    case 'several':
      return (
        <MultiSelect
          {...shared}
          data={[...choices]}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={onChange}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t`Clear` }}
        />
      );
    case 'tags':
      return (
        <TagsInput
          {...shared}
          description={description ?? t`Enter after each`}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={onChange}
        />
      );
    default:
      return <TextInput {...shared} value={text} onChange={typed} />;
  }
};

/** As `FieldInput`, in a form of react-hook-form; names with dots are nested values. */
export const FormField = <Values extends FieldValues>({
  control,
  spec,
  autoFocus,
}: {
  control: Control<Values>;
  spec: FieldSpec;
  autoFocus?: boolean;
}) => {
  const { t } = useLingui();
  return (
    <Controller
      control={control}
      name={spec.path as Path<Values>}
      rules={{ validate: (value) => !spec.isRequired || !isBlank(value) || t`${spec.label} is missing` }}
      render={({ field, fieldState }) => (
        <FieldInput
          spec={spec}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
          {...(autoFocus ? { autoFocus } : {})}
        />
      )}
    />
  );
};

/** A field as it is read. */
export const FieldValue = ({ spec, value }: { spec: FieldSpec; value: unknown }) => {
  const { t } = useLingui();
  if (isBlank(value)) return <span className="none">–</span>;
  switch (spec.kind) {
    case 'day':
      return <Day value={String(value)} />;
    case 'person':
      return <Person id={String(value)} />;
    case 'choice':
      return <span>{spec.choices?.find((choice) => choice.value === value)?.label ?? String(value)}</span>;
    case 'yes_no':
      return <span>{value === true || value === 'true' ? t`Yes` : t`No`}</span>;
    case 'tags':
      return <span>{(value as string[]).join(', ')}</span>;
    case 'several':
      return (
        <span>
          {(value as string[])
            .map((one) => spec.choices?.find((choice) => choice.value === one)?.label ?? one)
            .join(', ')}
        </span>
      );
    default:
      return (
        <span className="prose">{typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)}</span>
      );
  }
};
