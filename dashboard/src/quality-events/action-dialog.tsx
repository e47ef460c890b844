import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { fieldName, STATES, wordFor } from '../i18n/vocabulary.ts';
import { hasCode } from '../session/api-error.ts';
import { useSession } from '../session/session.ts';
import { dayIn } from '../ui/day.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { asSent, asTyped, type FieldSpec, FormField, valueAt } from '../ui/fields.tsx';
import { addAction, type CapaAction, type QualityEvent, refreshEvent, saveAction } from './quality-event.queries.ts';

/** What is to be done with an action of a CAPA. */
export type ActionTask =
  | { kind: 'add'; type: 'corrective' | 'preventive' }
  | { kind: 'edit'; action: CapaAction }
  | { kind: 'move'; action: CapaAction; to: string };

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
  const isCompletion = task.kind === 'move' && task.to === 'completed';
  const specs = task.kind !== 'move' ? what : isCompletion ? completion : [];
  const known: Partial<CapaAction> = task.kind === 'add' ? {} : task.action;
  const today = dayIn(organization.time_zone);
  const form = useForm<FieldValues>({
    defaultValues: {
      ...Object.fromEntries(specs.map((spec) => [spec.path, asTyped(spec, valueAt(known, spec.path))])),
      ...(isCompletion ? { completion_date: today } : {}),
      reason: '',
    },
  });

  const title =
    task.kind === 'add'
      ? task.type === 'corrective'
        ? t`Add a corrective action`
        : t`Add a preventive action`
      : task.kind === 'edit'
        ? t`Edit the action`
        : wordFor(STATES, task.to);

  const send = (values: FieldValues): Promise<unknown> => {
    const typed = Object.fromEntries(specs.map((spec) => [spec.path, asSent(spec, values[spec.path])]));
    const why = String(values.reason).trim() || undefined;
    if (task.kind === 'add') return addAction(capa.id, { type: task.type, ...typed }, why);
    const patch = task.kind === 'move' ? { status: task.to, ...typed } : typed;
    return saveAction(capa.id, task.action.id, { patch, ifMatch: capa.version, reason: why });
  };

  const submit = async (values: FieldValues) => {
    setFault(null);
    try {
      await send(values);
      onClose();
      await refreshEvent(queries, capa.id);
    } catch (error) {
      if (hasCode(error, 'reason_required')) setReasonAsked(true);
      if (hasCode(error, 'precondition_failed')) await refreshEvent(queries, capa.id);
      setFault(error);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={title}>
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {task.kind === 'move' && <Text size="sm">{task.action.description}</Text>}
          {[...specs, ...(isReasonAsked ? [reason] : [])].map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          {fault !== null && (
            <ErrorNotice
              error={fault}
              message={
                hasCode(fault, 'precondition_failed')
                  ? t`Somebody else changed the CAPA meanwhile. It is shown as it is now; save again to change it.`
                  : hasCode(fault, 'reason_required')
                    ? t`Say why this is changed.`
                    : undefined
              }
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button
              type="submit"
              loading={form.formState.isSubmitting}
              data-autofocus={specs.length === 0 || undefined}
            >
              {task.kind === 'move' ? wordFor(STATES, task.to) : <Trans>Save</Trans>}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
