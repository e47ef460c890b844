import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { eventQuery, instanceQuery } from '../quality-events/quality-event.queries.ts';
import { toRecordPath } from '../session/found.ts';
import { useReadOnly, useRight, useSession } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { newestOwn, SignatureBlock, Signatures, signaturesQuery } from '../ui/signatures.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { PER_PAGE, Trail, trailQuery } from '../ui/trail.tsx';
import { isAct, unreviewedQuery } from '../ui/trail-review.queries.ts';
import { followedQuery } from '../workflows/workflow.queries.ts';
import type { Decision } from './approval.queries.ts';
import { changesSinceSigned, type SinceSigned } from './changes.ts';
import { Deciders } from './deciders.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { RecordContent } from './record-content.tsx';

const ApprovalPage = () => {
  const { t } = useLingui();
  const { entityId } = Route.useParams();
  const { user } = useSession();
  const mayReadTrail = useRight('audit-logs:read');
  const isReadOnly = useReadOnly();
  const instance = useQuery(instanceQuery(entityId));
  const event = useQuery({ ...eventQuery(entityId), enabled: entityId.startsWith('qe_') });
  const trail = useQuery({ ...trailQuery(entityId), enabled: mayReadTrail });
  const workflow = useQuery(followedQuery(instance.data));
  const [kind, setKind] = useState<Decision['decision'] | null>(null);
  const [isDecided, setDecided] = useState(false);
  const approval = instance.data?.approval ?? null;
  const needsReview = approval?.require_audit_review ?? false;
  const mine = approval?.can_decide.some(({ user_id }) => user_id === user.id) ?? false;
  const mayReview = mayReadTrail || mine;
  const unreviewed = useQuery({ ...unreviewedQuery(entityId), enabled: needsReview && mayReview });
  const isUnreviewed = needsReview && (unreviewed.data?.items.some(isAct) ?? mayReview);
  const since = mayReadTrail && trail.data ? changesSinceSigned(trail.data.data, trail.data.meta.total) : null;
  const name = event.data ? `${event.data.number} ${event.data.title}` : (approval?.title ?? '');
  useWindowTitle(name === '' ? t`Approval` : t`Approve ${name}`);

  const record = toRecordPath(instance.data?.entity_type ?? '', entityId);
  const mayWithdraw = approval !== null && (approval.requested_by === user.id || user.role === 'quality_manager');
  return (
    <div className="page approval">
      <header className="record-head">
        <div className="record-number">
          {event.data && <span className="mono">{event.data.number}</span>}
          <span>{wordFor(RECORD_TYPES, instance.data?.entity_type)}</span>
          {record && (
            <Link to={record} preload={false}>
              <Trans>Open the record</Trans>
            </Link>
          )}
        </div>
        <Title order={1} className="record-title">
          {event.data?.title ?? approval?.title}
        </Title>
        {instance.data && (
          <div className="record-line">
            <Status state={instance.data.current_state.id} label={instance.data.current_state.name} />
            {event.data && <span className="none">{t`Version ${event.data.version}`}</span>}
          </div>
        )}
      </header>
      <Part query={instance} lines={8}>
        {({ entity_type }) =>
          isDecided || approval === null ? (
            <Decided entityId={entityId} isMine={isDecided} />
          ) : (
            <>
              <div className="approval-columns">
                <div>
                  <p className="since">
                    <Since since={since} mayRead={mayReadTrail} hasFailed={trail.isError} />
                  </p>
                  <RecordContent
                    recordId={entityId}
                    type={entity_type}
                    changes={since?.isComplete ? since.changes : []}
                  />
                </div>
                <aside className="approval-aside" aria-label={t`Evidence`}>
                  {needsReview && <Trail recordId={entityId} mayDecide={mine} />}
                  <Deciders approval={approval} />
                  <Signatures recordId={entityId} />
                  {!needsReview && <Trail recordId={entityId} mayDecide={mine} />}
                </aside>
              </div>
              {!isReadOnly && (
                <div className="decide" role="toolbar" aria-label={t`Decision`}>
                  {!mine && (
                    <span className="none">
                      <Trans>
                        You cannot decide: who asked for it or created the record does not, and others need an approver
                        role.
                      </Trans>
                    </span>
                  )}
                  {mine && isUnreviewed && (
                    <span className="none">
                      <Trans>
                        Review the audit trail before you approve: it has entries that you have not reviewed.
                      </Trans>
                    </span>
                  )}
                  <Group gap="xs" ml="auto">
                    {mayWithdraw && (
                      <Button variant="subtle" color="gray" onClick={() => setKind('withdraw')}>
                        <Trans>Withdraw</Trans>
                      </Button>
                    )}
                    <Button variant="default" disabled={!mine} onClick={() => setKind('reject')}>
                      <Trans>Reject</Trans>
                    </Button>
                    <Button disabled={!mine || isUnreviewed} onClick={() => setKind('approve')}>
                      <Trans>Approve</Trans>
                    </Button>
                  </Group>
                </div>
              )}
            </>
          )
        }
      </Part>
      {kind && approval && workflow.data && !isDecided && (
        <DecisionDialog
          kind={kind}
          approval={approval}
          name={name}
          version={event.data?.version}
          workflow={workflow.data}
          onClose={() => setKind(null)}
          onDecided={() => {
            setKind(null);
            setDecided(true);
          }}
        />
      )}
    </div>
  );
};

/** Since when changes are marked, or why they are not. */
const Since = ({ since, mayRead, hasFailed }: { since: SinceSigned | null; mayRead: boolean; hasFailed: boolean }) => {
  if (!mayRead)
    return <Trans>Changes since the last signature are not marked: your role does not read the audit trail.</Trans>;
  if (!since)
    return (
      hasFailed && <Trans>Changes since the last signature are not marked: the audit trail could not be read.</Trans>
    );
  const { signed, isComplete } = since;
  if (signed)
    return (
      <Trans>
        Changes since {signed.user.name} signed, <Instant value={signed.timestamp} />, are marked.
      </Trans>
    );
  if (isComplete) return <Trans>Nobody has signed this record yet. What changed since it was opened is marked.</Trans>;
  return (
    <Trans>
      Changes since the last signature are not marked: it is not among the newest {PER_PAGE} entries of the audit trail.
    </Trans>
  );
};

/** What stands in the place of an approval that has ended: the newest signature as it prints, and what is next. */
const Decided = ({ entityId, isMine }: { entityId: string; isMine: boolean }) => {
  const { t } = useLingui();
  const mayRead = useRight('audit-logs:read');
  const { data = [] } = useQuery({ ...signaturesQuery(entityId), enabled: mayRead });
  const { user } = useSession();
  const newest = newestOwn(data, user.id);
  return (
    <Empty
      title={isMine ? t`Your decision is recorded` : t`This record waits for no approval`}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/approvals" {...props} />}>
          <Trans>To the approvals that wait</Trans>
        </Button>
      }
    >
      {isMine && newest ? (
        <SignatureBlock signature={newest} />
      ) : (
        <Trans>It was decided or withdrawn. The history of the record says by whom and why.</Trans>
      )}
    </Empty>
  );
};

export const Route = createLazyRoute('/approvals/$entityId')({ component: ApprovalPage });
