import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { fieldName } from '../i18n/vocabulary.ts';
import { formatDay } from '../ui/day.ts';
import { usePlace } from '../ui/time.tsx';
import { fieldKey, isDay, SURE } from './data-fields.ts';
import type { ReviewField } from './review.ts';
import type { Lighting } from './review-rows.tsx';
import type { Review } from './use-review.ts';
import { ValueInput } from './value-input.tsx';

type Props = { review: Review; confidence: Readonly<Record<string, number>>; lighting: Lighting };

/** The single values of the document; batch and expiry become those of the record. */
export const ReviewFields = ({ review, confidence, lighting }: Props) => {
  const [isWhole, setWhole] = useState(false);
  const isShown = ({ name, value, base }: ReviewField) =>
    isWhole || value !== null || base !== null || name === 'batch_number' || name === 'expiry_date';
  const shown = review.fields.filter(isShown);
  return (
    <>
      <h2 className="review-group">
        <Trans>Batch, days and parties</Trans>
      </h2>
      {shown.map((field) => (
        <FieldEditor
          key={field.name}
          field={field}
          isDoubtful={(confidence[field.name] ?? 1) < SURE}
          lighting={lighting}
          onEdit={(value) => review.editField(field.name, value)}
        />
      ))}
      {shown.length < review.fields.length && (
        <Button variant="subtle" color="gray" size="compact-xs" mt={6} onClick={() => setWhole(true)}>
          <Trans>Show values that were not found</Trans>
        </Button>
      )}
    </>
  );
};

type FieldProps = {
  field: ReviewField;
  isDoubtful: boolean;
  lighting: Lighting;
  onEdit: (value: string | undefined) => void;
};

const FieldEditor = ({ field, isDoubtful, lighting, onEdit }: FieldProps) => {
  const { t } = useLingui();
  const { locale } = usePlace();
  const { name, base, typed, document, isChanged, isTaken } = field;
  const key = fieldKey(name);
  const shown = (text: string) => (isDay(name) ? formatDay(text, locale) : text);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only lights the place in the document; focus does it too.
    <div
      className="review-field"
      data-lit={lighting.lit === key || undefined}
      onMouseEnter={() => lighting.onHover(key)}
      onMouseLeave={() => lighting.onHover(null)}
      onFocus={() => lighting.onFocus(key)}
    >
      <span className="review-field-name" aria-hidden>
        {fieldName(name)}
      </span>
      <div>
        <ValueInput
          id={`value-${key}`}
          label={fieldName(name)}
          column="field"
          isDay={isDay(name)}
          value={typed}
          old={isChanged ? (base === null ? null : shown(base)) : undefined}
          onChange={onEdit}
          onReset={() => onEdit(undefined)}
        />
        {isDoubtful && (
          <p className="doubt">
            <Trans>Read with doubt: compare it with the document.</Trans>
          </p>
        )}
        {isTaken && (
          <p className="none review-hint">
            <Trans>Becomes that of the record when you validate.</Trans>
          </p>
        )}
        {document !== null && (
          <p className="doubt">
            <Trans>The document says {shown(document)}.</Trans>{' '}
            <Button variant="subtle" size="compact-xs" onClick={() => onEdit(document)}>
              {t`Take it`}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
};
