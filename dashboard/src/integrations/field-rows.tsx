import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { FieldRow } from './field-row.tsx';
import type { SourceField } from './mapping.queries.ts';
import { EMPTY_FIELD, type MappingContent } from './mapping-content.ts';
import type { LivePreview } from './use-preview.ts';

type Props = {
  form: UseFormReturn<MappingContent>;
  sources: readonly SourceField[];
  preview: LivePreview;
  /** Fields can be sent to the external system, by the direction of the connection. */
  canSend: boolean;
};

/** The mapped fields: theirs, the transformation, ours, and the value of the previewed record. */
export const FieldRows = ({ form, sources, preview, canSend }: Props) => {
  const { t } = useLingui();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'fields' });
  return (
    <section aria-label={t`Fields`}>
      <Title order={2} size="h3">
        <Trans>Fields</Trans>
      </Title>
      <div className="mapping-head" aria-hidden>
        <span>{t`Field there`}</span>
        <span>{t`Transformation`}</span>
        <span>{t`Field here`}</span>
        <span />
        <span>{t`Preview`}</span>
      </div>
      <ul className="mapping-rows">
        {fields.map(({ id }, index) => (
          <li key={id}>
            <FieldRow
              form={form}
              index={index}
              sources={sources}
              preview={preview}
              canSend={canSend}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        mt="xs"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => append({ ...EMPTY_FIELD })}
      >
        <Trans>Add a field</Trans>
      </Button>
    </section>
  );
};
