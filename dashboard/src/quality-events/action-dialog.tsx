import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useForm, useWatch } from 'react-hook-form';
import { fieldName, STATES, wordFor } from '../i18n/vocabulary.ts';
import { hasCode } from '../session/api-error.ts';
import { useSession } from '../session/session.ts';
import { dayIn } from '../ui/day.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { asSent, changedSpecs, type FieldSpec, FormField, typedAt } from '../ui/fields.tsx';
import { useStoredDraft, useValueDraft } from '../ui/use-draft.ts';
import { Clashes, takeOver } from './changes.tsx';
import {
  addAction,
  type CapaAction,
  eventQuery,
  type QualityEvent,
  refreshEvent,
  saveAction,
} from './quality-event.queries.ts';

/** What is to be done with an action of a CAPA. */
export type ActionTask =
  | { kind: 'add'; type: 'corrective' | 'preventive' }
  | { kind: 'edit'; action: CapaAction }
  | { kind: 'transition'; action: CapaAction; to: string };

type Props = { capa: QualityEvent; task: ActionTask; onClose: () => void };

/** Adds an action, edits one, or moves one on with what that needs. */
export const ActionDialog = ({ capa, task, onClose }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { organization } = useSession();
  const [fault, setFault] = useState<unknown>(null);
  const [isReasonAsked, setReasonAsked] = useState(organization.strict_mode);
  const what: FieldSpec[] = [
    { path: 'description', label: t`What is to be done`, kind: 'long', isRequired: true },
    { path: 'assigned_to', label: fieldName('assigned_to'), kind: 'person' },
    { path: 'due_date', label: fieldName('due_date'), kind: 'day' },
  ];
  const completion: FieldSpec[] = [
    { path: 'completion_date', label: t`Completed on`, kind: 'day', isRequired: true },
    { path: 'completion_notes', label: t`What was done`, kind: 'long', isRequired: true },
  ];
  const reason: FieldSpec = { path: 'reason', label: t`Reason for the change`, kind: 'text', isRequired: true };
  const isCompletion = task.kind === 'transition' && task.to === 'completed';
  const specs = task.kind !== 'transition' ? what : isCompletion ? completion : [];
  // What is typed is a change of the action as it was at opening, also when the CAPA is read again meanwhile.
  const [base, setBase] = useState<{ version: number; action: Partial<CapaAction> }>({
    version: capa.version,
    action: task.kind === 'add' ? {} : task.action,
  });
  const [clashes, setClashes] = useState<FieldSpec[]>([]);
  const draftName = isCompletion ? `${task.action.id}:completion` : `${capa.id}:action`;
  const draft = useStoredDraft<string>(draftName);
  const today = dayIn(organization.time_zone);
  const form = useForm<FieldValues>({
    defaultValues: {
      ...Object.fromEntries(specs.map((spec) => [spec.path, typedAt(spec, base.action)])),
      ...(isCompletion ? { completion_date: today, completion_notes: draft.read() ?? '' } : {}),
      reason: '',
    },
  });
  const notes: string | undefined = useWatch({ control: form.control, name: 'completion_notes' });
  useValueDraft(draftName, (isCompletion && notes) || null);

  const title =
    task.kind === 'add'
      ? task.type === 'corrective'
        ? t`Add a corrective action`
        : t`Add a preventive action`
      : task.kind === 'edit'
        ? t`Edit the action`
        : wordFor(STATES, task.to);

  const send = async (values: FieldValues): Promise<unknown> => {
    const sent = task.kind === 'edit' ? changedSpecs(specs, values, base.action) : specs;
    const typed = Object.fromEntries(sent.map((spec) => [spec.path, asSent(spec, values[spec.path])]));
    const why = String(values.reason).trim() || undefined;
    if (task.kind === 'add') return addAction(capa.id, { type: task.type, ...typed }, why);
    if (task.kind === 'edit' && sent.length === 0) return;
    const patch = task.kind === 'transition' ? { status: task.to, ...typed } : typed;
    return saveAction(capa.id, task.action.id, { patch, ifMatch: base.version, reason: why });
  };

  const showAsItIsNow = async () => {
    await refreshEvent(queries, capa.id);
    const now = queries.getQueryData(eventQuery(capa.id).queryKey) ?? capa;
    const actions = [...(now.corrective_actions ?? []), ...(now.preventive_actions ?? [])];
    const action = actions.find(({ id }) => id === base.action.id) ?? base.action;
    setClashes(takeOver(form, specs, base.action, action));
    setBase({ version: now.version, action });
  };

  const submit = async (values: FieldValues) => {
    setFault(null);
    try {
      await send(values);
      draft.erase();
      onClose();
      await refreshEvent(queries, capa.id);
    } catch (error) {
      if (hasCode(error, 'reason_required')) setReasonAsked(true);
      if (hasCode(error, 'precondition_failed')) await showAsItIsNow();
      setFault(error);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={title}>
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {task.kind === 'transition' && <Text size="sm">{task.action.description}</Text>}
          {[...specs, ...(isReasonAsked ? [reason] : [])].map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          {fault !== null && (
            <ErrorNotice
              error={fault}
              message={
                hasCode(fault, 'precondition_failed')
                  ? t`Somebody else changed the CAPA meanwhile. It is shown as it is now, with what you typed; save again to change it.`
                  : hasCode(fault, 'reason_required')
                    ? t`Say why this is changed.`
                    : undefined
              }
            />
          )}
          <Clashes specs={clashes} record={base.action} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button
              type="submit"
              loading={form.formState.isSubmitting}
              data-autofocus={specs.length === 0 || undefined}
            >
              {task.kind === 'transition' ? wordFor(STATES, task.to) : <Trans>Save</Trans>}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
