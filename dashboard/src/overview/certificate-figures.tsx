import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { summaryQuery } from '../certificates/certificate.queries.ts';
import { Part } from '../ui/part.tsx';
import { Figure, FigureBlock } from './figure.tsx';

/** Certificates by what they ask for. */
export const CertificateFigures = () => {
  const { t } = useLingui();
  const query = useQuery(summaryQuery);
  return (
    <FigureBlock title={t`Certificates today`}>
      <Part query={query}>
        {({ by_status, expiring_by_period: soon }) => (
          <dl className="figures-row">
            <Figure label={t`Valid`} value={by_status.valid ?? 0} to="/certificates" search={{ status: 'valid' }} />
            <Figure
              label={t`To validate`}
              value={by_status.pending ?? 0}
              to="/certificates"
              search={{ status: 'pending' }}
            />
            <Figure
              label={t`Expire within 30 days`}
              value={soon['30_days']}
              to="/certificates"
              search={{ expiring_within_days: '30', sort: 'expiry_date' }}
            />
            <Figure
              label={t`Expire within 90 days`}
              value={soon['90_days']}
              to="/certificates"
              search={{ expiring_within_days: '90', sort: 'expiry_date' }}
            />
            <Figure
              label={t`Expired`}
              value={by_status.expired ?? 0}
              to="/certificates"
              search={{ status: 'expired' }}
            />
          </dl>
        )}
      </Part>
    </FigureBlock>
  );
};
