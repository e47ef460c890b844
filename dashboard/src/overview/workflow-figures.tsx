import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { plain, STATES, wordFor } from '../i18n/vocabulary.ts';
import { Part } from '../ui/part.tsx';
import { FigureBlock } from './figure.tsx';
import type { Period } from './overview.queries.ts';
import { workflowFiguresQuery } from './overview.queries.ts';

/** Where records wait longest, and how many deadlines of states are met, by workflow. */
export const WorkflowFigures = ({ period }: { period: Period }) => {
  const { t, i18n } = useLingui();
  const query = useQuery(workflowFiguresQuery(period));
  const hours = (value: number | null): string =>
    value === null ? '–' : i18n.number(value, { maximumFractionDigits: 1 });
  return (
    <FigureBlock title={t`Workflows in the period`}>
      <Part query={query} lines={5}>
        {(workflows) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
          <section className="overview-scroll" aria-label={t`Figures of workflows`} tabIndex={0}>
            <Table className="overview-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t`Workflow`}</Table.Th>
                  <Table.Th className="count">{t`Records`}</Table.Th>
                  <Table.Th className="count">{t`Completed`}</Table.Th>
                  <Table.Th>{t`Waits longest in`}</Table.Th>
                  <Table.Th className="count">{t`In time`}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {workflows.map(({ id, name, metrics }) => {
                  const [slowest] = metrics.bottlenecks;
                  const rate = metrics.sla_compliance.compliance_rate;
                  return (
                    <Table.Tr key={id}>
                      <Table.Td>{name}</Table.Td>
                      <Table.Td className="count">{metrics.total_instances}</Table.Td>
                      <Table.Td className="count">{metrics.completed_instances}</Table.Td>
                      <Table.Td>
                        {slowest && slowest.average_time_hours !== null ? (
                          <Trans>
                            {wordFor(STATES, slowest.state) || plain(slowest.state)}:{' '}
                            {hours(slowest.average_time_hours)} hours on average, {slowest.instances_waiting} wait
                          </Trans>
                        ) : (
                          '–'
                        )}
                      </Table.Td>
                      <Table.Td className="count">
                        {rate === null || rate === undefined
                          ? '–'
                          : `${i18n.number(rate, { maximumFractionDigits: 1 })} %`}
                      </Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </section>
        )}
      </Part>
    </FigureBlock>
  );
};
