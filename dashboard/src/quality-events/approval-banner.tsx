import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import { Instant } from '../ui/time.tsx';
import type { WorkflowInstance } from './quality-event.queries.ts';

type Approval = NonNullable<WorkflowInstance['approval']>;

/** Who is waited for, until when, and the way to the decision. */
export const ApprovalBanner = ({ approval }: { approval: Approval }) => {
  const { t } = useLingui();
  const { user } = useSession();
  const mine = approval.can_decide.some(({ user_id }) => user_id === user.id);
  const who = approval.can_decide.map(({ name }) => name).join(', ');
  return (
    <section className="banner" aria-label={t`Approval`}>
      <IconHandStop size={18} aria-hidden className="status-waiting" />
      <div className="banner-text">
        <strong>{mine ? <Trans>This waits for your decision</Trans> : <Trans>This waits for approval</Trans>}</strong>
        <span>
          {who === '' ? (
            <Trans>Nobody can decide at the moment. An administrator has been notified.</Trans>
          ) : (
            <Trans>Can decide: {who}</Trans>
          )}
          {' · '}
          <Trans>
            {approval.approvals_received} of {approval.approvals_required} given
          </Trans>
          {approval.due_date && (
            <>
              {' · '}
              <Trans>
                due <Instant value={approval.due_date} />
              </Trans>
            </>
          )}
        </span>
      </div>
      <Button
        variant={mine ? 'filled' : 'default'}
        renderRoot={(props) => (
          <Link to="/approvals/$entityId" params={{ entityId: approval.entity_id }} preload={false} {...props} />
        )}
      >
        {mine ? <Trans>Review and decide</Trans> : <Trans>Open the approval</Trans>}
      </Button>
    </section>
  );
};
