import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CERTIFICATE_ACTIONS, STATES, wordFor } from '../i18n/vocabulary.ts';
import { Part } from '../ui/part.tsx';
import { useNames } from '../ui/people.tsx';
import { Instant } from '../ui/time.tsx';
import { type HistoryItem, historyQuery } from './certificate.queries.ts';

type Details = {
  status?: string;
  notes?: string | null;
  test_results?: number;
  confidence_score?: number | null;
  error?: { message: string };
  filename?: string;
};

/** What happened to a certificate, the newest first. */
export const CertificateHistory = ({ id }: { id: string }) => {
  const { t } = useLingui();
  const names = useNames();
  const query = useQuery(historyQuery(id));
  return (
    <section className="section" aria-label={t`What happened`}>
      <h2 className="section-title">
        <Trans>What happened</Trans>
      </h2>
      <Part query={query} lines={4}>
        {(items) => (
          <ol className="trail">
            {items.map((item) => (
              <li key={`${item.version}-${item.action}`}>
                <div className="trail-head">
                  <strong>{names(item.user)}</strong>
                  <span>{wordFor(CERTIFICATE_ACTIONS, item.action)}</span>
                  <ItemFacts item={item} />
                  <Instant value={item.timestamp} />
                </div>
                <ItemNote item={item} />
              </li>
            ))}
          </ol>
        )}
      </Part>
    </section>
  );
};

const ItemFacts = ({ item: { details } }: { item: HistoryItem }) => {
  const { status, test_results: rows, filename } = details as Details;
  if (status) return <span>{wordFor(STATES, status)}</span>;
  if (rows !== undefined)
    return (
      <span className="none">
        <Plural value={rows} one="# test result" other="# test results" />
      </span>
    );
  return filename ? <span className="none">{filename}</span> : null;
};

const ItemNote = ({ item: { details } }: { item: HistoryItem }) => {
  const { notes, error } = details as Details;
  const text = notes ?? error?.message;
  return text ? <p className="trail-reason">{text}</p> : null;
};
