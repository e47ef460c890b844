import { Trans, useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { AUDIT_ACTIONS, wordFor } from '../i18n/vocabulary.ts';
import { toRecordPath } from '../session/found.ts';
import { useWindowTitle } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { Instant } from '../ui/time.tsx';
import type { AuditEntry } from '../ui/trail-entry.tsx';
import { entryQuery } from './audit.queries.ts';
import { typeName } from './audit-words.ts';
import { ActFacts, ChainFacts, Difference, EntryDetails, EntrySignature } from './entry-parts.tsx';

const EntryPage = () => {
  const { entryId } = Route.useParams();
  const query = useQuery(entryQuery(entryId));
  return (
    <article className="page record">
      <Part query={query} lines={8}>
        {(entry) => <EntryContent entry={entry} />}
      </Part>
    </article>
  );
};

const EntryContent = ({ entry }: { entry: AuditEntry }) => {
  const { t, i18n } = useLingui();
  const { entity_id, entity_name, entity_type, sequence, action, user, timestamp } = entry;
  const number = sequence.toLocaleString(i18n.locale);
  useWindowTitle(t`Entry ${number}`);
  const record = toRecordPath(entity_type, entity_id);
  return (
    <>
      <header className="record-head">
        <div className="record-number">
          <span>
            <Trans>
              Entry <span className="mono">{number}</span>
            </Trans>
          </span>
          <span>{typeName(entity_type)}</span>
          {record && (
            <Link to={record} preload={false}>
              <Trans>Open the record</Trans>
            </Link>
          )}
        </div>
        <Title order={1} className="record-title">
          {entity_name || entity_id}
        </Title>
        <div className="record-line">
          <strong>{wordFor(AUDIT_ACTIONS, action)}</strong>
          <span className="fact">
            <span className="fact-name">
              <Trans>by</Trans>
            </span>
            {user.name || user.id}
          </span>
          <Instant value={timestamp} exact />
        </div>
      </header>
      <div className="record-columns">
        <div className="record-main">
          <Difference entry={entry} />
          <EntryDetails entry={entry} />
          <EntrySignature entry={entry} />
        </div>
        <aside className="record-aside" aria-label={t`Properties`}>
          <ActFacts entry={entry} />
          <ChainFacts entry={entry} />
        </aside>
      </div>
    </>
  );
};

export const Route = createLazyRoute('/audit/$entryId')({ component: EntryPage });
