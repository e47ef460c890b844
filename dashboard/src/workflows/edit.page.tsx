import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode } from '../session/api-error.ts';
import { useRight } from '../session/session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import type { Place } from './check-fault.ts';
import { NewerVersion } from './newer-version.tsx';
import { PlaceForm } from './place-form.tsx';
import { FaultList, PlaceList } from './place-list.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { type LiveCheck, useCheck } from './use-check.ts';
import { type Editor, useDefinition } from './use-editor.ts';
import { refreshWorkflows, workflowQuery } from './workflow.queries.ts';
import { WorkflowGraph } from './workflow-graph.tsx';
import './workflows.css';

/** Edits a workflow: the drawing and the list of its places beside the form of the chosen one. */
const EditPage = () => {
  const { t } = useLingui();
  const { workflowId } = Route.useParams();
  const mayWrite = useRight('admin:write');
  const { data: workflow } = useSuspenseQuery(workflowQuery(workflowId));
  if (mayWrite) return <WorkflowEditor />;
  return (
    <Page title={workflow.name}>
      <Empty title={t`Your role does not change workflows`} />
    </Page>
  );
};

const WorkflowEditor = () => {
  const { t } = useLingui();
  const { workflowId } = Route.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: workflow } = useSuspenseQuery(workflowQuery(workflowId));
  const edited = useDefinition(workflow);
  const [chosen, choose] = useState<Place | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { definition, base, isDirty, isOutdated, change, resets, undo } = edited;
  const check = useCheck(workflowId, definition);
  const editor: Editor = { definition, change, chosen, choose, faults: check.faults, resets };
  const hindrance = !isDirty
    ? t`Nothing is changed yet.`
    : isOutdated
      ? t`Merge the newer version first.`
      : check.faults.length > 0
        ? t`Correct the faults first.`
        : null;
  const close = () =>
    navigate({ to: '/workflows/$workflowId', params: { workflowId }, search: {}, ignoreBlocker: true });
  const refused = (error: unknown): boolean => {
    if (!hasCode(error, 'precondition_failed')) return false;
    void queries.invalidateQueries({ queryKey: workflowQuery(workflowId).queryKey });
    return true;
  };
  return (
    <Page
      title={t`Change “${workflow.name}”`}
      isFluid
      actions={
        <>
          <ActionButton
            variant="default"
            hindrance={undo ? null : t`Nothing to undo.`}
            leftSection={<IconArrowBackUp size={15} aria-hidden />}
            onClick={() => undo?.()}
          >
            <Trans>Undo</Trans>
          </ActionButton>
          <Button
            variant="default"
            onClick={() => {
              edited.restart(workflow);
              void close();
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
          <ActionButton hindrance={hindrance} onClick={() => setSaving(true)}>
            <Trans>Save …</Trans>
          </ActionButton>
        </>
      }
    >
      <LeaveGuard when={isDirty} onLeave={() => edited.restart(workflow)} />
      {isOutdated && (
        <NewerVersion
          base={base}
          definition={definition}
          newest={workflow}
          onMerge={(merged) => edited.rebase(workflow, merged)}
          onDiscard={() => edited.restart(workflow)}
        />
      )}
      <CheckState check={check} editor={editor} wasRestored={edited.wasRestored && isDirty} />
      <div className="editor">
        <div>
          <WorkflowGraph workflow={definition} choosing={{ chosen, faulty: check.faults, onChoose: choose }} />
          <PlaceList editor={editor} />
        </div>
        <PlaceForm editor={editor} />
      </div>
      {isSaving && (
        <SaveDialog
          workflowId={workflowId}
          base={base}
          definition={definition}
          onRefused={refused}
          onClose={() => setSaving(false)}
          onSaved={async (saved) => {
            edited.restart(saved);
            queries.setQueryData(workflowQuery(workflowId).queryKey, saved);
            await close();
            await refreshWorkflows(queries);
          }}
        />
      )}
    </Page>
  );
};

/** Whether the definition could be saved as it stands, and what is wrong with it otherwise. */
const CheckState = ({ check, editor, wasRestored }: { check: LiveCheck; editor: Editor; wasRestored: boolean }) => (
  <>
    <p role="status" className="none workflow-note">
      {wasRestored && (
        <>
          <Trans>What you changed before is still here. Cancel discards it.</Trans>{' '}
        </>
      )}
      {check.isBusy ? (
        <Trans>Checking …</Trans>
      ) : check.error ? null : check.faults.length === 0 ? (
        <Trans>No faults found.</Trans>
      ) : (
        <Trans>The workflow cannot be saved as it stands:</Trans>
      )}
    </p>
    {check.error !== null && <ErrorNotice error={check.error} onRetry={check.retry} />}
    <FaultList editor={editor} />
  </>
);

export const Route = createLazyRoute('/workflows/$workflowId/edit')({ component: EditPage });
