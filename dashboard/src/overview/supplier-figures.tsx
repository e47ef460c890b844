import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { RISK_LEVELS as RISK_WORDS, STATES, wordFor } from '../i18n/vocabulary.ts';
import { Part } from '../ui/part.tsx';
import { Figure, FigureBlock } from './figure.tsx';
import { supplierCountsQuery } from './overview.queries.ts';

/** Suppliers by state and by risk. */
export const SupplierFigures = () => {
  const { t } = useLingui();
  const query = useQuery(supplierCountsQuery);
  return (
    <FigureBlock title={t`Suppliers today`}>
      <Part query={query}>
        {({ byStatus, byRisk }) => (
          <>
            <dl className="figures-row">
              {Object.entries(byStatus).map(([status, count]) => (
                <Figure
                  key={status}
                  label={wordFor(STATES, status)}
                  value={count}
                  to="/suppliers"
                  search={{ qualification_status: status }}
                />
              ))}
            </dl>
            <dl className="figures-row">
              {Object.entries(byRisk).map(([level, count]) => (
                <Figure
                  key={level}
                  label={t`Risk: ${wordFor(RISK_WORDS, level)}`}
                  value={count}
                  to="/suppliers"
                  search={{ risk_level: level }}
                />
              ))}
            </dl>
          </>
        )}
      </Part>
    </FigureBlock>
  );
};
