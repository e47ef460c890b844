import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshEvent } from '../quality-events/quality-event.queries.ts';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { BulkDialog } from '../ui/list/bulk.tsx';
import { Part } from '../ui/part.tsx';
import { PersonSelect } from '../ui/person-select.tsx';
import { type Assigned, handOver, openWorkQuery, toAssigned } from './open-work.queries.ts';
import { OpenWorkList } from './open-work.tsx';
import { refreshUser, saveUser, type User } from './user.queries.ts';

type Props = { user: User; onClose: () => void };

/** Deactivates a user: first what is open in their name, which is handed over here, then the end of their access. */
export const DeactivateDialog = ({ user, onClose }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const isReasonAsked = useSession().organization.strict_mode;
  const work = useQuery(openWorkQuery(user.id));
  const [reason, setReason] = useState('');
  const [isHandingOver, setHandingOver] = useState(false);
  const deactivate = useMutation({
    mutationFn: () =>
      saveUser(user.id, { patch: { active: false }, ifMatch: user.version, reason: reason.trim() || undefined }),
    onSuccess: onClose,
    onSettled: () => refreshUser(queries, user.id),
  });
  const assigned = work.data ? toAssigned(work.data) : [];
  if (isHandingOver && work.data)
    return <HandOverDialog user={user} assigned={assigned} onClose={() => setHandingOver(false)} />;
  return (
    <Dialog opened onClose={onClose} title={t`Deactivate ${user.name}`} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          deactivate.mutate();
        }}
      >
        <Stack>
          <Text size="sm">
            <Trans>
              They are signed out everywhere and cannot sign in or sign any more. What they recorded and signed stays.
            </Trans>
          </Text>
          <Part query={work}>{(open) => <OpenWorkList work={open} />}</Part>
          {assigned.length > 0 && (
            <Group>
              <Button variant="default" onClick={() => setHandingOver(true)}>
                <Trans>Hand over to a colleague…</Trans>
              </Button>
            </Group>
          )}
          <TextInput
            label={t`Reason for the change`}
            required={isReasonAsked}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {deactivate.error && <ErrorNotice error={deactivate.error} />}
          <DialogButtons
            onCancel={onClose}
            isBusy={deactivate.isPending}
            isDisabled={work.isPending || (isReasonAsked && reason.trim() === '')}
          >
            <Trans>Deactivate user</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};

/** Assigns everything that is assigned to a user to one colleague, with a result for each record. */
export const HandOverDialog = ({
  user,
  assigned,
  onClose,
}: Props & {
  assigned: readonly Assigned[];
}) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [records] = useState(assigned);
  const [to, setTo] = useState<string | null>(null);
  const isSame = to === user.id;
  return (
    <BulkDialog
      title={t`Hand over the work of ${user.name}`}
      verb={t`Hand over`}
      rows={records.map(({ record: { id, number, title } }) => ({ id, name: `${number} ${title}` }))}
      isReady={to !== null && !isSame}
      apply={async ({ id }, reason) => {
        const one = records.find(({ record }) => record.id === id);
        if (one && to !== null) await handOver(one, to, reason);
      }}
      onClose={onClose}
      onDone={() => void refreshEvent(queries, '')}
    >
      <PersonSelect
        label={t`Assigned to`}
        value={to}
        onChange={setTo}
        error={isSame ? t`Choose a colleague of theirs.` : undefined}
        data-autofocus
      />
    </BulkDialog>
  );
};
