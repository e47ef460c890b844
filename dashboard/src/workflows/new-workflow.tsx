import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { choices, RECORD_TYPES } from '../i18n/vocabulary.ts';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { createWorkflow } from './check.queries.ts';
import { type Definition, twoStates } from './definition.ts';
import { allWorkflowsQuery, refreshWorkflows } from './workflow.queries.ts';

type Typed = { name: string; entity_types: string[]; template: string; reason: string };

const DRAFT = 'new-workflow';

/** The choice that copies no workflow. */
const EMPTY = 'empty';

/** Creates a workflow that is not active yet, as a copy of another one or with two states, and opens its editor. */
export const NewWorkflowDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isReasonAsked = useSession().organization.strict_mode;
  const { data: workflows = [], error } = useQuery(allWorkflowsQuery);
  const [fault, setFault] = useState<unknown>(null);
  const draft = useStoredDraft<Typed>(DRAFT);
  const form = useForm<Typed>({
    defaultValues: { name: '', entity_types: [], template: EMPTY, reason: '', ...draft.read() },
  });
  useFormDraft(DRAFT, form);
  const templates = [
    { value: EMPTY, label: t`Two states, open and closed` },
    ...workflows.map(({ id, name }) => ({ value: id, label: t`A copy of “${name}”` })),
  ];
  const specs: FieldSpec[] = [
    { path: 'name', label: t`Name`, kind: 'text', isRequired: true },
    {
      path: 'entity_types',
      label: t`Kinds of record`,
      kind: 'several',
      choices: choices(RECORD_TYPES),
      isRequired: true,
    },
    {
      path: 'template',
      label: t`Begin with`,
      kind: 'choice',
      choices: templates,
      isRequired: true,
      description: t`No record follows the workflow until you activate it in the editor.`,
    },
    ...(isReasonAsked
      ? [{ path: 'reason', label: t`Reason for the change`, kind: 'text', isRequired: true } as const]
      : []),
  ];

  const submit = async ({ name, entity_types, template, reason }: Typed) => {
    setFault(null);
    const copied = workflows.find(({ id }) => id === template);
    const definition: Definition = {
      name: name.trim(),
      description: copied?.description ?? '',
      entity_types,
      is_active: false,
      states: copied?.states ?? twoStates(t`Open`, t`Closed`),
    };
    try {
      const { id } = await createWorkflow(definition, reason.trim() || undefined);
      draft.erase();
      await navigate({ to: '/workflows/$workflowId/edit', params: { workflowId: id } });
      await refreshWorkflows(queries);
    } catch (refusal) {
      setFault(refusal);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`New workflow`} size="lg">
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {specs.map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          {(fault ?? error) !== null && <ErrorNotice error={fault ?? error} />}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
          >
            <Trans>Create workflow</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
