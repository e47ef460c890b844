import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Control, Controller, type UseFormReturn } from 'react-hook-form';
import { choices } from '../i18n/vocabulary.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import { AuthenticationFields } from './authentication-fields.tsx';
import { type ConnectionContent, KINDS } from './connection-content.ts';
import { TypeChoice } from './type-choice.tsx';
import { DIRECTIONS, STRATEGIES } from './words.ts';

type Props = {
  form: UseFormReturn<ConnectionContent>;
  verb: string;
  /** The kind of system can be chosen. */
  isNew?: boolean;
  fault: unknown;
  onSubmit: (content: ConnectionContent) => Promise<void>;
  onCancel: () => void;
};

const INTERVAL_MAX = 10_080;
const BATCH_MAX = 500;

/** Which system, how to log in there, and what is synchronised when. */
export const ConnectionForm = ({ form, verb, isNew = false, fault, onSubmit, onCancel }: Props) => {
  const { t } = useLingui();
  const { control, formState, handleSubmit, watch } = form;
  const type = watch('type');
  const { system, exchange, conflicts } = useSpecs(type);
  const fields = (specs: readonly FieldSpec[]) =>
    specs.map((spec) => <FormField key={spec.path} control={control} spec={spec} />);
  return (
    <form noValidate onSubmit={handleSubmit(onSubmit)} className="narrow">
      <Stack>
        {isNew && <TypeChoice form={form} />}
        {KINDS[type] && (
          <>
            <Heading>
              <Trans>System</Trans>
            </Heading>
            {fields(system)}
            {!isNew && formState.dirtyFields.api_base && (
              <CheckField
                control={control}
                name="same_system"
                label={t`It is the same system at another address: its records stay linked`}
              />
            )}
            <Heading>
              <Trans>Login</Trans>
            </Heading>
            <AuthenticationFields form={form} />
            <Heading>
              <Trans>Synchronisation</Trans>
            </Heading>
            {fields(exchange)}
            {KINDS[type].hasMessages && (
              <CheckField control={control} name="realtime" label={t`The Vault also sends messages (Spark)`} />
            )}
            <Heading>
              <Trans>Conflicts</Trans>
            </Heading>
            {fields(conflicts)}
          </>
        )}
        {fault !== null && <ErrorNotice error={fault} />}
        <Group gap="xs">
          <Button type="submit" loading={formState.isSubmitting} disabled={!KINDS[type]}>
            {verb}
          </Button>
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          {Object.keys(formState.errors).length > 0 && (
            <Text size="xs" c="dimmed">
              <Trans>Complete the marked fields.</Trans>
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
};

type CheckProps = { control: Control<ConnectionContent>; name: 'realtime' | 'same_system'; label: string };

const CheckField = ({ control, name, label }: CheckProps) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, ...field } }) => <Checkbox {...field} checked={value} label={label} />}
  />
);

const Heading = ({ children }: { children: ReactNode }) => (
  <Title order={2} size="h3" mt="sm">
    {children}
  </Title>
);

const useSpecs = (type: string) => {
  const { t } = useLingui();
  const kind = KINDS[type];
  const system: FieldSpec[] = [
    {
      path: 'name',
      label: t`Name`,
      kind: 'text',
      isRequired: true,
      description: t`As your colleagues know the system.`,
    },
    {
      path: 'api_base',
      label: t`Address of the API`,
      kind: 'text',
      isRequired: true,
      description: t`Such as ${kind?.example}`,
    },
    ...(kind?.hasVersion
      ? [{ path: 'api_version', label: t`Version of the API`, kind: 'text' as const, description: t`Such as v25.2` }]
      : []),
  ];
  const exchange: FieldSpec[] = [
    { path: 'direction', label: t`Direction`, kind: 'choice', choices: choices(DIRECTIONS), isRequired: true },
    {
      path: 'interval_minutes',
      label: t`Every so many minutes`,
      kind: 'number',
      isRequired: true,
      ...{ min: 1, max: INTERVAL_MAX },
    },
    {
      path: 'batch_size',
      label: t`Records in one page`,
      kind: 'number',
      isRequired: true,
      ...{ min: 1, max: BATCH_MAX },
    },
    {
      path: 'change_field',
      label: t`Field with the time of the last change`,
      kind: 'text',
      isRequired: kind?.needsChangeField === true,
      description: kind?.needsChangeField
        ? t`By its name there, such as modifiedAt. Changes are found by it.`
        : t`Unless given, the usual one of this kind of system.`,
    },
  ];
  const conflicts: FieldSpec[] = [
    {
      path: 'default_strategy',
      label: t`Where both sides changed a field, this wins`,
      kind: 'choice',
      choices: choices(STRATEGIES),
      isRequired: true,
    },
    {
      path: 'manual_review_fields',
      label: t`Fields that a user decides`,
      kind: 'tags',
      description: t`By kind of record and field, such as supplier.name or supplier.attributes.country. Enter after each.`,
    },
  ];
  return { system, exchange, conflicts };
};
