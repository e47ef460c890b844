import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Progress } from '@mantine/core';
import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** A running verification: of how many entries, and since when. The service does not report progress. */
export const VerificationProgress = ({ since, entries }: { since: number; entries: number | undefined }) => {
  const { t } = useLingui();
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / SECOND_MS));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div className="verification-progress">
      <Progress value={100} animated striped aria-label={t`Verification under way`} />
      <p>
        {entries !== undefined && (
          <Plural value={entries} one="# entry is being checked." other="# entries are being checked." />
        )}{' '}
        <Trans>A million takes a minute or two.</Trans>{' '}
        <span className="none" aria-hidden>
          {clock}
        </span>
      </p>
    </div>
  );
};
