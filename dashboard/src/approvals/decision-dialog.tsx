import { Trans, useLingui } from '@lingui/react/macro';
import { Select, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { refreshEvent, type Workflow } from '../quality-events/quality-event.queries.ts';
import { hasCode } from '../session/api-error.ts';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { SignatureFields, useSignature } from '../ui/signature-fields.tsx';
import { useStoredDraft, useValueDraft } from '../ui/use-draft.ts';
import { nameIn } from '../workflows/words.ts';
import { type Approval, type Decision, decide } from './approval.queries.ts';

type Props = {
  kind: Decision['decision'];
  approval: Approval;
  name: string;
  version: number | undefined;
  workflow: Workflow;
  onClose: () => void;
  onDecided: () => void;
};

/** What a draft holds: nothing of the signature. */
type Typed = { comment: string; conditions: string[] };

/** The states that a rejected record can go back to: those that the approval does not lead to. */
const returnStates = (workflow: Workflow, approval: Approval): { value: string; label: string }[] => {
  const state = workflow.states.find(({ id }) => id === approval.current_state);
  const { on_approve } = state?.approval_config ?? {};
  return (state?.allowed_transitions ?? [])
    .filter((id) => id !== on_approve)
    .map((id) => ({ value: id, label: nameIn(workflow.states, id) }));
};

/** One decision: what it is about in one sentence, why, and the signature where the workflow asks for one, typed every time. */
export const DecisionDialog = ({ kind, approval, name, version, workflow, onClose, onDecided }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { user } = useSession();
  const draftName = `decision:${approval.approval_id}:${kind}`;
  const draft = useStoredDraft<Typed>(draftName);
  const [typed, setTyped] = useState<Typed>(() => draft.read() ?? { comment: '', conditions: [] });
  const { comment, conditions } = typed;
  useValueDraft(draftName, comment === '' && conditions.length === 0 ? null : typed);
  const targets = returnStates(workflow, approval);
  const [target, setTarget] = useState<string | null>(targets[0]?.value ?? null);
  const isSigned = approval.require_signature && kind !== 'withdraw';
  const [signature, setSignature] = useSignature(kind === 'approve' ? t`Approval` : t`Rejection`);
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const role = wordFor(ROLES, approval.can_decide.find(({ user_id }) => user_id === user.id)?.role ?? user.role);
  const verbs = { approve: t`Approve`, reject: t`Reject`, withdraw: t`Withdraw` };
  const what = version === undefined ? name : t`${name}, version ${version}`;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    try {
      const decision: Decision = {
        decision: kind,
        comment: comment.trim(),
        ...(kind === 'approve' && conditions.length > 0 ? { conditions } : {}),
        ...(kind !== 'approve' && target ? { return_to_state: target } : {}),
        ...(isSigned ? { signature } : {}),
      };
      await decide(approval.approval_id, decision, approval.version);
      draft.erase();
      onDecided();
      await refreshEvent(queries, approval.entity_id);
    } catch (error) {
      setSignature({ ...signature, password: '' });
      setFault(error);
      setBusy(false);
      if (hasCode(error, 'precondition_failed', 'conflict')) await refreshEvent(queries, approval.entity_id);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={verbs[kind]} size="md">
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          <Text size="sm">
            {kind === 'approve' && (
              <Trans>
                You approve {what}, as {role}.
              </Trans>
            )}
            {kind === 'reject' && (
              <Trans>
                You reject {what}, as {role}. It goes back and can be asked for again.
              </Trans>
            )}
            {kind === 'withdraw' && (
              <Trans>You take back the request to approve {what}. This needs no signature.</Trans>
            )}
          </Text>
          <Textarea
            label={kind === 'approve' ? t`Comment` : t`Reason`}
            description={t`It stands in the audit trail.`}
            required
            minRows={2}
            maxLength={2000}
            value={comment}
            onChange={(event) => setTyped({ ...typed, comment: event.currentTarget.value })}
            data-autofocus
          />
          {kind === 'approve' ? (
            <TagsInput
              label={t`Conditions`}
              description={t`What is to be seen to besides; Enter after each. None is needed.`}
              value={conditions}
              onChange={(conditions) => setTyped({ ...typed, conditions })}
            />
          ) : (
            targets.length > 0 && (
              <Select
                label={t`Goes back to`}
                data={targets}
                value={target}
                onChange={setTarget}
                allowDeselect={false}
              />
            )
          )}
          {isSigned && <SignatureFields value={signature} onChange={setSignature} />}
          {fault !== null && (
            <ErrorNotice
              error={fault}
              message={
                hasCode(fault, 'precondition_failed')
                  ? t`Somebody else decided meanwhile. The approval is shown as it is now.`
                  : undefined
              }
            />
          )}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={isBusy}
            isDisabled={comment.trim() === ''}
          >
            {isSigned ? (kind === 'approve' ? t`Sign and approve` : t`Sign and reject`) : verbs[kind]}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
