import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { Instant, usePlace } from '../ui/time.tsx';
import { checkpointQuery, type Days, oldestEntryQuery, verifyLog } from './audit.queries.ts';
import { VerificationForm } from './verification-form.tsx';
import { VerificationProgress } from './verification-progress.tsx';
import { VerificationResult } from './verification-result.tsx';

const VerificationPage = () => {
  const { t } = useLingui();
  const { zone } = usePlace();
  const queries = useQueryClient();
  const oldest = useQuery(oldestEntryQuery).data;
  const checkpoint = useQuery(checkpointQuery).data;
  const running = useRef<AbortController | null>(null);
  const [asked, setAsked] = useState<Days>({});
  const { mutate, data, error, isPending, reset, submittedAt } = useMutation({
    mutationFn: (days: Days & { checkpoint?: string | undefined }) => {
      const controller = new AbortController();
      running.current = controller;
      return verifyLog({ ...days, signal: controller.signal }, zone);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['audit', 'oldest'] }),
  });
  // The service stops where nobody waits for the result any more.
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    reset();
  };

  return (
    <Page title={t`Verification of the audit log`}>
      <div className="verification">
        <p className="prose">
          <Trans>
            Every entry carries a checksum of its content and of the entry before it. Verification computes all of them
            again, so that an entry which was changed, removed, added or moved is found, and compares the log with
            checkpoints that are kept outside of it.
          </Trans>
        </p>
        {checkpoint && (
          <p className="none">
            <Trans>
              The system itself last checked the log on <Instant value={checkpoint.at} exact />.
            </Trans>
          </p>
        )}
        <VerificationForm
          isRunning={isPending}
          onVerify={(days) => {
            setAsked(days);
            mutate(days);
          }}
        />
        <div aria-live="polite">
          {isPending && (
            <div className="verification-running">
              <VerificationProgress since={submittedAt} entries={oldest?.total} />
              <Button variant="default" onClick={cancel}>
                <Trans>Cancel</Trans>
              </Button>
            </div>
          )}
          {error && <ErrorNotice error={error} />}
          {data && <VerificationResult result={data} days={asked} since={oldest?.entry.timestamp} />}
        </div>
      </div>
    </Page>
  );
};

export const Route = createLazyRoute('/audit/verification')({ component: VerificationPage });
