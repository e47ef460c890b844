import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Part } from '../ui/part.tsx';
import { ChangesTable } from './changes-table.tsx';
import { saveWorkflow } from './check.queries.ts';
import type { Definition, Workflow } from './definition.ts';
import type { Base } from './use-editor.ts';
import { byVersion, runningQuery } from './workflow.queries.ts';

type Props = {
  workflowId: string;
  base: Base;
  definition: Definition;
  onSaved: (workflow: Workflow) => void;
  /** Whether the page says more of a refusal, so that the dialog closes. */
  onRefused: (error: unknown) => boolean;
  onClose: () => void;
};

/** Shows what changes and what happens to the records under way, and saves the definition. */
export const SaveDialog = ({ workflowId, base, definition, onSaved, onRefused, onClose }: Props) => {
  const { t } = useLingui();
  const isReasonAsked = useSession().organization.strict_mode;
  const [reason, setReason] = useState('');
  const next = base.version + 1;
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      saveWorkflow(workflowId, definition, { ifMatch: base.version, reason: reason.trim() || undefined }),
    onSuccess: onSaved,
    onError: (fault) => {
      if (onRefused(fault)) onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} size="xl" title={t`Save the workflow`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Stack>
          <Title order={3} size="h4">
            <Trans>What changes</Trans>
          </Title>
          <ChangesTable
            before={base.definition}
            after={definition}
            heads={[t`Version ${base.version}`, t`Version ${next}`]}
          />
          <Title order={3} size="h4">
            <Trans>What happens to records</Trans>
          </Title>
          <RunningFate workflowId={workflowId} isActive={definition.is_active} next={next} />
          <TextInput
            label={t`Reason for the change`}
            description={t`It stands in the audit trail.`}
            required={isReasonAsked}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && <ErrorNotice error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Go on editing</Trans>
            </Button>
            <Button type="submit" loading={isPending} disabled={isReasonAsked && reason.trim() === ''}>
              <Trans>Save as version {next}</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

/** What a new version means for the records that are under way, and for those that begin later. */
const RunningFate = ({ workflowId, isActive, next }: { workflowId: string; isActive: boolean; next: number }) => {
  const { t } = useLingui();
  const query = useQuery({ ...runningQuery, staleTime: 0 });
  return (
    <Part query={query} lines={2}>
      {(running) => {
        const versions = byVersion(running, workflowId);
        const total = versions.reduce((sum, { count }) => sum + count, 0);
        return (
          <ul className="workflow-fate" aria-label={t`What happens to records`}>
            <li>
              {total === 0 ? (
                <Trans>No record is under way in this workflow.</Trans>
              ) : (
                <Plural
                  value={total}
                  one="# record is under way. It stays on its version and goes on as before:"
                  other="# records are under way. They stay on their version and go on as before:"
                />
              )}{' '}
              {versions.map(({ version, count }) => t`${count} on version ${version}`).join(', ')}
            </li>
            <li>
              {isActive ? (
                <Trans>Records that begin from now on follow version {next}.</Trans>
              ) : (
                <Trans>The workflow is not active: no new record follows it.</Trans>
              )}
            </li>
          </ul>
        );
      }}
    </Part>
  );
};
