import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Autocomplete, Checkbox } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldName } from '../i18n/vocabulary.ts';
import type { SourceField } from './mapping.queries.ts';
import type { MappingContent } from './mapping-content.ts';
import { listTargets } from './targets.ts';
import { TransformationInput } from './transformation-input.tsx';
import type { LivePreview } from './use-preview.ts';
import { Value } from './value.tsx';
import { valueText } from './words.ts';

type Props = {
  form: UseFormReturn<MappingContent>;
  index: number;
  sources: readonly SourceField[];
  preview: LivePreview;
  canSend: boolean;
  onRemove: () => void;
};

const classNames = { label: 'mapping-label' };

/** One mapped field. */
export const FieldRow = ({ form, index, sources, preview, canSend, onRemove }: Props) => {
  const { t } = useLingui();
  const { control, watch } = form;
  const { source, target } = watch(`fields.${index}`);
  const line = index + 1;
  const bySource = new Map(sources.map((field) => [field.path, field]));
  const about = ({ label, type, required, max_length }: SourceField): string =>
    [label, type, max_length === null ? null : t`up to ${max_length}`, required ? t`required there` : null]
      .filter(Boolean)
      .join(' · ');
  const known = bySource.get(source);
  return (
    <fieldset className="mapping-row">
      <legend className="visually-hidden">{t`Field ${line}`}</legend>
      <Controller
        control={control}
        name={`fields.${index}.source`}
        rules={{ validate: (value) => value.trim() !== '' || t`Name the field there` }}
        render={({ field, fieldState }) => (
          <Autocomplete
            {...field}
            label={t`Field there`}
            classNames={classNames}
            data={sources.map(({ path }) => path)}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            description={known && about(known)}
            error={fieldState.error?.message}
            renderOption={({ option }) => (
              <span>
                <span className="mono">{option.value}</span>
                <br />
                <span className="none">{about(bySource.get(option.value) as SourceField)}</span>
              </span>
            )}
          />
        )}
      />
      <TransformationInput form={form} index={index} />
      <Controller
        control={control}
        name={`fields.${index}.target`}
        rules={{ validate: (value) => value.trim() !== '' || t`Name the field here` }}
        render={({ field, fieldState }) => (
          <Autocomplete
            {...field}
            label={t`Field here`}
            classNames={classNames}
            data={listTargets(watch('entity_type'))}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            description={target && fieldName(target)}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="mapping-flags">
        <Flag form={form} name={`fields.${index}.required`} label={t`Required`} />
        {canSend && <Flag form={form} name={`fields.${index}.sent`} label={t`Sent back`} />}
      </div>
      <PreviewCell preview={preview} index={index} source={source} target={target} />
      <ActionIcon variant="subtle" color="gray" aria-label={t`Remove field ${line}`} onClick={onRemove}>
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
};

type FlagProps = Pick<Props, 'form'> & { name: `fields.${number}.${'required' | 'sent'}`; label: string };

const Flag = ({ form, name, label }: FlagProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field: { value, ...field } }) => <Checkbox {...field} checked={value} label={label} />}
  />
);

/** The value there and what it becomes, or why it cannot be taken. */
const PreviewCell = ({
  preview,
  index,
  source,
  target,
}: Pick<Props, 'preview' | 'index'> & { source: string; target: string }) => {
  const fault = preview.faults.find(({ line }) => line === index);
  if (fault) return <div className="mapping-value status-bad">{fault.message}</div>;
  const found = preview.data?.fields.find((field) => field.source === source.trim() && field.target === target.trim());
  if (!found) return <div className="mapping-value" />;
  const isSame = found.problem === null && valueText(found.from) === valueText(found.to);
  return (
    <div className="mapping-value">
      <Value value={found.from} />
      {!isSame && <span> → </span>}
      {found.problem !== null && <span className="status-bad">{found.problem}</span>}
      {!isSame && found.problem === null && <Value value={found.to} />}
    </div>
  );
};
