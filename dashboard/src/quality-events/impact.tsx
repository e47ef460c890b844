import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Table } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { STATES, wordFor } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { Part } from '../ui/part.tsx';
import { Instant } from '../ui/time.tsx';
import { ImpactGraph } from './impact-graph.tsx';
import { analyseImpact, type ImpactAnalysis, type QualityEvent } from './quality-event.queries.ts';

const impactQuery = (id: string) =>
  queryOptions({ queryKey: ['quality-events', 'impact', id], queryFn: () => analyseImpact(id), staleTime: 300_000 });

/** What an event affects: drawn, and as tables with the reason for each product. */
export const Impact = ({ event }: { event: QualityEvent }) => {
  const { t } = useLingui();
  const mayAnalyse = useRight('quality-events:write');
  const query = useQuery({ ...impactQuery(event.id), enabled: mayAnalyse });
  if (!mayAnalyse) return <Empty title={t`Your role does not run impact analyses`} />;
  return (
    <Part query={query} lines={8}>
      {(impact) => (
        <>
          <ImpactGraph event={event} impact={impact} />
          <Regulatory impact={impact} />
          <Products impact={impact} />
          <Batches impact={impact} />
          {impact.recommended_actions.length > 0 && (
            <section className="section" aria-label={t`Recommended actions`}>
              <h2 className="section-title">
                <Trans>Recommended actions</Trans>
              </h2>
              <ol className="recommended">
                {impact.recommended_actions.map((action) => (
                  <li key={action} lang="en">
                    {action}
                  </li>
                ))}
              </ol>
            </section>
          )}
          <p className="analysed">
            <Trans>
              Analysed <Instant value={impact.analysis_timestamp} />
            </Trans>{' '}
            <Button variant="subtle" size="compact-xs" onClick={() => void query.refetch()} loading={query.isFetching}>
              <Trans>Analyse again</Trans>
            </Button>
          </p>
        </>
      )}
    </Part>
  );
};

const Regulatory = ({ impact: { regulatory_impact } }: { impact: ImpactAnalysis }) => {
  const { t } = useLingui();
  const { reportable, reason, jurisdictions } = regulatory_impact;
  return (
    <section className="section" aria-label={t`Authorities`}>
      <h2 className="section-title">
        {reportable ? <Trans>To be reported to authorities</Trans> : <Trans>Not reportable to authorities</Trans>}
      </h2>
      <p lang="en">{reason}</p>
      {jurisdictions.length > 0 && <p>{jurisdictions.join(', ')}</p>}
    </section>
  );
};

const Products = ({ impact: { products_affected } }: { impact: ImpactAnalysis }) => {
  const { t } = useLingui();
  return (
    <section className="section" aria-label={t`Products affected`}>
      <h2 className="section-title">
        <Trans>Products affected</Trans>
      </h2>
      {products_affected.length === 0 ? (
        <span className="none">
          <Trans>None found: no product is linked to what the event is about.</Trans>
        </span>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Product`}</Table.Th>
              <Table.Th>{t`Impact`}</Table.Th>
              <Table.Th>{t`Why`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {products_affected.map(({ id, name, impact_level, reason }) => (
              <Table.Tr key={id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{impact_level === 'direct' ? t`Direct` : t`Indirect`}</Table.Td>
                <Table.Td lang="en">{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
};

const Batches = ({ impact: { batches_affected } }: { impact: ImpactAnalysis }) => {
  const { t, i18n } = useLingui();
  return (
    <section className="section" aria-label={t`Batches affected`}>
      <h2 className="section-title">
        <Trans>Batches affected</Trans>
      </h2>
      {batches_affected.length === 0 ? (
        <span className="none">
          <Trans>None known</Trans>
        </span>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Batch`}</Table.Th>
              <Table.Th>{t`Of`}</Table.Th>
              <Table.Th>{t`State`}</Table.Th>
              <Table.Th ta="right">{t`Units`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {batches_affected.map(({ batch_number, product, status, units }) => (
              <Table.Tr key={`${batch_number}${product}`}>
                <Table.Td className="mono">{batch_number}</Table.Td>
                <Table.Td>{product ?? '–'}</Table.Td>
                <Table.Td>{status === null ? t`not known` : wordFor(STATES, status)}</Table.Td>
                <Table.Td ta="right">{units?.toLocaleString(i18n.locale) ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
};
