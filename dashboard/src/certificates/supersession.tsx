import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayIn } from '../ui/day.ts';
import { Status } from '../ui/status.tsx';
import { Day, usePlace } from '../ui/time.tsx';
import { type Certificate, certificateQuery, replacedQuery } from './certificate.queries.ts';
import { toDisplayState } from './certificate-filters.ts';

/** Which certificate took the place of which, the newest on top; each leads to its record. */
export const Supersession = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const { supersedes, superseded_by: newer } = certificate;
  const { data: replaced = [] } = useQuery(replacedQuery(certificate));
  const named = supersedes !== null && !replaced.some(({ id }) => id === supersedes) ? supersedes : null;
  if (newer === null && named === null && replaced.length === 0) return null;
  return (
    <section className="section" aria-label={t`Succession`}>
      <h2 className="section-title">
        <Trans>Succession</Trans>
      </h2>
      <ol className="chain">
        {newer !== null && <Newer id={newer} depth={0} />}
        <ChainItem certificate={certificate} isThis />
        {named !== null && <Named id={named} />}
        {replaced.map((older) => (
          <ChainItem key={older.id} certificate={older} />
        ))}
      </ol>
    </section>
  );
};

const MOST_STEPS = 10;

/** The newer certificates, newest first. */
const Newer = ({ id, depth }: { id: string; depth: number }) => {
  const { data } = useQuery(certificateQuery(id));
  if (!data) return null;
  return (
    <>
      {data.superseded_by !== null && depth < MOST_STEPS && <Newer id={data.superseded_by} depth={depth + 1} />}
      <ChainItem certificate={data} />
    </>
  );
};

/** The one that the upload named: until it is found valid, nothing takes its place. */
const Named = ({ id }: { id: string }) => {
  const { data } = useQuery(certificateQuery(id));
  if (!data) return null;
  const isOpen = data.status !== 'superseded';
  return <ChainItem certificate={data} note={isOpen ? <Trans>once this one is valid</Trans> : undefined} />;
};

const ChainItem = ({
  certificate,
  isThis = false,
  note,
}: {
  certificate: Certificate;
  isThis?: boolean;
  note?: ReactNode;
}) => {
  const { zone } = usePlace();
  const { id, name, issue_date, created_at } = certificate;
  return (
    <li data-this={isThis || undefined} aria-current={isThis || undefined}>
      {isThis ? (
        <strong>{name}</strong>
      ) : (
        <Link to="/certificates/$certificateId" params={{ certificateId: id }} preload={false}>
          {name}
        </Link>
      )}
      <span className="chain-facts">
        <Status state={toDisplayState(certificate)} />
        <Day value={issue_date ?? dayIn(zone, new Date(created_at))} />
        {note}
      </span>
    </li>
  );
};
