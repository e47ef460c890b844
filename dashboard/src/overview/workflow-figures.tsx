import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Part } from '../ui/part.tsx';
import { nameIn } from '../workflows/words.ts';
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
                {workflows.map(({ workflow: { id, name, states }, metrics }) => {
                  const [slowest] = metrics.bottlenecks;
                  const rate = metrics.sla_compliance.compliance_rate;
                  return (
                    <Table.Tr key={id}>
                      <Table.Td>
                        <Link
                          to="/workflows/$workflowId"
                          params={{ workflowId: id }}
                          search={{ tab: 'metrics', ...(period !== '30d' && { period }) }}
                          preload={false}
                        >
                          {name}
                        </Link>
                      </Table.Td>
                      <Table.Td className="count">{i18n.number(metrics.total_instances)}</Table.Td>
                      <Table.Td className="count">{i18n.number(metrics.completed_instances)}</Table.Td>
                      <Table.Td>
                        {slowest && slowest.average_time_hours !== null ? (
                          <Trans>
                            {nameIn(states, slowest.state)}: {hours(slowest.average_time_hours)} hours on average,{' '}
                            {i18n.number(slowest.instances_waiting)} wait
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
