import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { entryQuery } from '../audit/audit.queries.ts';
import { typeName } from '../audit/audit-words.ts';
import { RecordLink } from '../audit/entry-list.tsx';
import { AUDIT_ACTIONS, wordFor } from '../i18n/vocabulary.ts';
import { hasCode } from '../session/api-error.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Lines } from '../ui/part.tsx';
import { Instant } from '../ui/time.tsx';

const AT_ONCE = 10;

/** Entries of the log by their ids; they are read when they are looked at. */
export const EntriesById = ({ ids, label }: { ids: readonly string[]; label: ReactNode }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && <Entries ids={ids} />}
    </details>
  );
};

const Entries = ({ ids }: { ids: readonly string[] }) => {
  const { t } = useLingui();
  const [shown, setShown] = useState(AT_ONCE);
  const listed = ids.slice(0, shown);
  const queries = useQueries({ queries: listed.map((id) => ({ ...entryQuery(id), retry: false })) });
  return (
    <>
      <ul className="found-entries">
        {listed.map((id, index) => {
          const { data: entry, error } = queries[index] ?? {};
          return (
            <li key={id}>
              {entry ? (
                <>
                  <Link to="/audit/$entryId" params={{ entryId: id }} preload={false}>
                    {t`Entry ${entry.sequence}`}
                  </Link>
                  <Instant value={entry.timestamp} exact />
                  <span>{entry.user.name || entry.user.id}</span>
                  <span>{wordFor(AUDIT_ACTIONS, entry.action)}</span>
                  <span className="none">{typeName(entry.entity_type)}</span>
                  <RecordLink entry={entry} />
                </>
              ) : hasCode(error, 'not_found') ? (
                <span>
                  <Trans>
                    The log has no entry <span className="mono inspection-id">{id}</span>.
                  </Trans>
                </span>
              ) : error ? (
                <ErrorNotice error={error} />
              ) : (
                <Lines count={1} />
              )}
            </li>
          );
        })}
      </ul>
      {ids.length > shown && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(shown + AT_ONCE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
};
