import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { changedSpecs, type FieldSpec, FieldValue, isSame, typedAt, valueAt } from '../ui/fields.tsx';

/**
 * Puts what somebody else saved meanwhile into the fields of a form that nobody changed here, and leaves the others as typed.
 * Gives the fields that both changed.
 * @param base the record as it was when the form began.
 */
export const takeOver = (
  form: UseFormReturn<FieldValues>,
  specs: readonly FieldSpec[],
  base: unknown,
  now: unknown,
): FieldSpec[] => {
  const mine = changedSpecs(specs, form.getValues(), base);
  const theirs = specs.filter((spec) => !isSame(typedAt(spec, base), typedAt(spec, now)));
  for (const spec of theirs) if (!mine.includes(spec)) form.setValue(spec.path, typedAt(spec, now));
  // A field that is untouched here holds what the record has by now.
  return changedSpecs(theirs, form.getValues(), now);
};

/** What the record holds in fields that both changed. */
export const Clashes = ({ specs, record }: { specs: readonly FieldSpec[]; record: unknown }) =>
  specs.length > 0 && (
    <div>
      <Text size="sm">
        <Trans>What you typed replaces what somebody else saved here:</Trans>
      </Text>
      <dl className="fields">
        {specs.map((spec) => (
          <div key={spec.path}>
            <dt>{spec.label}</dt>
            <dd>
              <FieldValue spec={spec} value={valueAt(record, spec.path)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
