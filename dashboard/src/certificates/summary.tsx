import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Status } from '../ui/status.tsx';
import { summaryQuery } from './certificate.queries.ts';

/** How many certificates ask for something; each figure leads to the list that it counts. */
export const CertificateSummary = () => {
  const { data } = useQuery(summaryQuery);
  if (!data) return <p className="figures" />;
  const { pending = 0, expired = 0 } = data.by_status;
  const soon = data.expiring_by_period['90_days'];
  return (
    <p className="figures">
      {pending > 0 && (
        <Figure state="waiting_validation" search={{ status: 'pending', sort: 'created_at' }}>
          <Plural value={pending} one="# to validate" other="# to validate" />
        </Figure>
      )}
      {expired > 0 && (
        <Figure state="expired" search={{ status: 'expired', sort: 'expiry_date' }}>
          <Plural value={expired} one="# expired" other="# expired" />
        </Figure>
      )}
      {soon > 0 && (
        <Figure state="expiring_soon" search={{ expiring_within_days: '90', sort: 'expiry_date' }}>
          <Plural value={soon} one="# expires within 90 days" other="# expire within 90 days" />
        </Figure>
      )}
    </p>
  );
};

const Figure = ({
  state,
  search,
  children,
}: {
  state: string;
  search: Record<string, string>;
  children: ReactNode;
}) => (
  <Link to="/certificates" search={search} className="figure-link">
    <Status state={state} label={children} />
  </Link>
);
