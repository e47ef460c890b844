import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AUDITED_TYPES, typeName } from '../audit/audit-words.ts';
import { choices } from '../i18n/vocabulary.ts';
import { hasCode } from '../session/api-error.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { type Exception, type RetentionPolicy, refreshRetention, replaceRules } from './retention.queries.ts';

type Props = { policy: RetentionPolicy; hindrance: string | null };

/** The kinds of record that are retained for another time, each with its reason. */
export const Exceptions = ({ policy, hindrance }: Props) => {
  const { t } = useLingui();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const { exceptions } = policy;
  return (
    <section className="section" aria-label={t`Exceptions`}>
      <Group justify="space-between" mb={6}>
        <h2 className="section-title">{t`Exceptions`}</h2>
        {hindrance === null && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setEdited('new')}>
            <Trans>Add exception</Trans>
          </Button>
        )}
      </Group>
      {exceptions.length === 0 ? (
        <span className="none">
          <Trans>Every kind of record is retained for the same time.</Trans>
        </span>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">{t`Kinds of record`}</th>
              <th scope="col" className="number">{t`Years`}</th>
              <th scope="col">{t`Reason`}</th>
              {hindrance === null && (
                <th scope="col">
                  <span className="visually-hidden">{t`Edit`}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {exceptions.map(({ entity_types, retention_period_years, reason }, index) => (
              <tr key={entity_types.join()}>
                <td>{entity_types.map(typeName).join(', ')}</td>
                <td className="number">{retention_period_years}</td>
                <td>{reason}</td>
                {hindrance === null && (
                  <td>
                    <Button
                      variant="subtle"
                      color="gray"
                      size="compact-xs"
                      aria-label={t`Edit the exception for ${entity_types.map(typeName).join(', ')}`}
                      onClick={() => setEdited(index)}
                    >
                      <Trans>Edit</Trans>
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {edited !== null && <ExceptionDialog policy={policy} at={edited} onClose={() => setEdited(null)} />}
    </section>
  );
};

type Typed = {
  entity_types: Exception['entity_types'];
  retention_period_years: number | '';
  reason: string;
  why: string;
};

/** Adds an exception, changes one or removes it: each is the next version of the policy. */
const ExceptionDialog = ({
  policy: current,
  at,
  onClose,
}: {
  policy: RetentionPolicy;
  at: number | 'new';
  onClose: () => void;
}) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [fault, setFault] = useState<unknown>(null);
  // The policy as it was when the dialog opened: a change of somebody else refuses the save instead of moving what is edited.
  const [policy] = useState(current);
  const known = at === 'new' ? undefined : policy.exceptions[at];
  const draftName = `${policy.policy_id}:exception:${known?.entity_types.join() ?? 'new'}`;
  const draft = useStoredDraft<Typed>(draftName);
  const form = useForm<Typed>({
    defaultValues: {
      ...(known ?? { entity_types: [], retention_period_years: '', reason: '' }),
      why: '',
      ...draft.read(),
    },
  });
  useFormDraft(draftName, form);
  const specs: FieldSpec[] = [
    {
      path: 'entity_types',
      label: t`Kinds of record`,
      kind: 'several',
      choices: choices(AUDITED_TYPES),
      isRequired: true,
    },
    {
      path: 'retention_period_years',
      label: t`Retained for years`,
      kind: 'number',
      min: 1,
      max: 100,
      isRequired: true,
    },
    { path: 'reason', label: t`Reason of the exception`, kind: 'text', isRequired: true },
    { path: 'why', label: t`Reason for the change`, kind: 'text', isRequired: true },
  ];

  const cancel = () => {
    draft.erase();
    onClose();
  };

  const replace = async ({ why, ...typed }: Typed, isRemoved: boolean) => {
    setFault(null);
    const exception: Exception = { ...typed, retention_period_years: Number(typed.retention_period_years) };
    const others = policy.exceptions.filter((_, index) => index !== at);
    try {
      await replaceRules(policy, { exceptions: isRemoved ? others : [...others, exception] }, why.trim());
      draft.erase();
      onClose();
      await refreshRetention(queries);
    } catch (error) {
      if (hasCode(error, 'precondition_failed')) await refreshRetention(queries);
      setFault(error);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={at === 'new' ? t`Add exception` : t`Edit the exception`}>
      <form noValidate onSubmit={form.handleSubmit((values) => replace(values, false))}>
        <Stack>
          {specs.map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          {fault !== null && (
            <ErrorNotice
              error={fault}
              message={
                hasCode(fault, 'precondition_failed')
                  ? t`Somebody else changed the policy meanwhile. It is shown as it is now; close this and look before you save again.`
                  : undefined
              }
            />
          )}
          <Group justify="flex-end">
            {at !== 'new' && (
              <Button
                variant="subtle"
                color="gray"
                mr="auto"
                onClick={form.handleSubmit((values) => replace(values, true))}
              >
                <Trans>Remove exception</Trans>
              </Button>
            )}
            <Button variant="default" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={form.formState.isSubmitting}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
