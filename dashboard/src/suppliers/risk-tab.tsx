import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RISK_CATEGORIES, wordFor } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import { Part } from '../ui/part.tsx';
import { Person } from '../ui/people.tsx';
import { Day } from '../ui/time.tsx';
import { AssessDialog } from './assess-dialog.tsx';
import { RiskLevel } from './risk-level.tsx';
import { type Risk, riskQuery, type Supplier } from './supplier.queries.ts';

/** The risk of a supplier: score, what it is made of, what is recommended, and when it is assessed next. */
export const RiskTab = ({ supplier }: { supplier: Supplier }) => {
  const mayAssess = useRight('suppliers:write');
  const query = useQuery(riskQuery(supplier.id));
  const [isAssessing, setAssessing] = useState(false);
  return (
    <Part query={query} lines={6}>
      {(risk) => (
        <>
          <Group justify="space-between" align="flex-start" mb="md">
            <div className="risk-head">
              <span className="risk-score">{risk.risk_score}</span>
              <span>
                <RiskLevel level={risk.risk_level} />
                <br />
                <span className="none">
                  {risk.id === null ? (
                    <Trans>Baseline from what is known; nobody has assessed it yet</Trans>
                  ) : (
                    <Trans>
                      Assessed <Day value={risk.assessment_date} /> by <Person id={risk.assessed_by} />
                    </Trans>
                  )}
                  {' · '}
                  <Trans>
                    next <Day value={risk.next_assessment_date} />
                  </Trans>
                </span>
              </span>
            </div>
            {mayAssess && (
              <Button variant="default" onClick={() => setAssessing(true)}>
                <Trans>Assess the risk</Trans>
              </Button>
            )}
          </Group>
          <Factors risk={risk} />
          <Recommendations risk={risk} />
          {isAssessing && <AssessDialog supplier={supplier} risk={risk} onClose={() => setAssessing(false)} />}
        </>
      )}
    </Part>
  );
};

const Factors = ({ risk }: { risk: Risk }) => {
  const { t, i18n } = useLingui();
  const percent = (share: number) => share.toLocaleString(i18n.locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <section className="section" aria-label={t`What the score is made of`}>
      <h2 className="section-title">
        <Trans>What the score is made of</Trans>
      </h2>
      <table className="factors">
        <thead>
          <tr>
            <th>{t`Factor`}</th>
            <th>{t`Score`}</th>
            <th className="number">{t`Weight`}</th>
            <th className="number">{t`Adds`}</th>
          </tr>
        </thead>
        <tbody>
          {risk.factors.map(({ category, score, weight, weighted_score, details }) => (
            <tr key={category}>
              <td>
                {wordFor(RISK_CATEGORIES, category)}
                {details && (
                  // A person writes the details of an assessment, in a language of their own.
                  <div className="none" lang={risk.id === null ? 'en' : undefined}>
                    {details}
                  </div>
                )}
              </td>
              <td>
                <span className="bar-track" aria-hidden>
                  <span
                    style={{ width: `${score}%` }}
                    data-level={score >= 51 ? 'high' : score >= 26 ? 'medium' : 'low'}
                  />
                </span>
                {score.toLocaleString(i18n.locale, { maximumFractionDigits: 0 })}
              </td>
              <td className="number">{percent(weight)}</td>
              <td className="number">{weighted_score.toLocaleString(i18n.locale, { maximumFractionDigits: 1 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Recommendations = ({ risk: { recommendations, notes } }: { risk: Risk }) => {
  const { t } = useLingui();
  return (
    <section className="section" aria-label={t`Recommended actions`}>
      <h2 className="section-title">
        <Trans>Recommended actions</Trans>
      </h2>
      <ol className="recommended">
        {recommendations.map((sentence) => (
          <li key={sentence} lang="en">
            {sentence}
          </li>
        ))}
      </ol>
      {notes && <p className="prose">{notes}</p>}
    </section>
  );
};
