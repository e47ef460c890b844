import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Period } from '../overview/overview.queries.ts';
import { PeriodControl } from '../overview/period-control.tsx';
import { Empty } from '../ui/empty.tsx';
import { Part } from '../ui/part.tsx';
import type { Workflow } from './definition.ts';
import { CountOfRecords } from './states-table.tsx';
import { hoursText, nameIn } from './words.ts';
import { type WorkflowMetrics, workflowMetricsQuery } from './workflow.queries.ts';

type Props = { workflow: Workflow; period: Period };

/** How long records stay in each state, where they wait, and whether time limits are kept. */
export const Metrics = ({ workflow, period }: Props) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = useQuery(workflowMetricsQuery(workflow.id, period));
  const show = (next: Period) =>
    navigate({
      to: '/workflows/$workflowId',
      params: { workflowId: workflow.id },
      search: { tab: 'metrics', ...(next !== '30d' && { period: next }) },
      replace: true,
    });
  return (
    <section className="section" aria-label={t`Metrics`}>
      <div className="workflow-tools">
        <PeriodControl period={period} onPeriod={(next) => void show(next)} />
        <Link to="/overview" search={period === '30d' ? {} : { period }}>
          {t`Figures of all workflows`}
        </Link>
      </div>
      <Part query={query} lines={6}>
        {(metrics) => (
          <>
            <Totals metrics={metrics} />
            <StateTimes workflow={workflow} metrics={metrics} />
          </>
        )}
      </Part>
    </section>
  );
};

const Totals = ({ metrics }: { metrics: WorkflowMetrics }) => {
  const { t, i18n } = useLingui();
  const { total_instances, completed_instances, average_completion_time_hours: average, sla_compliance } = metrics;
  const { on_time, overdue, compliance_rate: rate } = sla_compliance;
  const figures = [
    [t`Started`, total_instances],
    [t`Completed of these`, completed_instances],
    [t`From start to end, on average`, average === null ? '–' : hoursText(average)],
    [t`Time limits kept`, rate === null ? '–' : `${i18n.number(rate, { maximumFractionDigits: 1 })} %`],
    [t`Kept and missed`, `${on_time} / ${overdue}`],
  ] as const;
  return (
    <dl className="workflow-figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The states that take the most time, of those that records left or wait in. */
const findLongest = ({ states }: WorkflowMetrics): number =>
  Math.max(0, ...states.map(({ p90_time_hours: hours }) => hours ?? 0));

const StateTimes = ({ workflow, metrics }: { workflow: Workflow; metrics: WorkflowMetrics }) => {
  const { t } = useLingui();
  const longest = findLongest(metrics);
  const [slowest] = metrics.bottlenecks;
  if (metrics.states.every(({ stays, instances_waiting }) => stays === 0 && instances_waiting === 0))
    return (
      <Empty title={t`Nothing went through this workflow in the period`}>
        <Trans>Choose a longer period to see how long records stay in each state.</Trans>
      </Empty>
    );
  return (
    <>
      <h2 className="section-title">{t`How long do records stay in each state?`}</h2>
      {slowest && slowest.average_time_hours !== null && slowest.average_time_hours > 0 && (
        <p className="workflow-note">
          <Trans>
            Records stay longest in “{nameIn(workflow.states, slowest.state)}”: {hoursText(slowest.average_time_hours)}{' '}
            on average; {slowest.instances_waiting} are there now.
          </Trans>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
      <section className="table-scroll workflow-whole" aria-label={t`Time in each state`} tabIndex={0}>
        <table className="table workflow-table">
          <thead>
            <tr>
              <th scope="col">{t`State`}</th>
              <th scope="col" data-align="right">{t`Stays that ended`}</th>
              <th scope="col">{t`Median`}</th>
              <th scope="col" data-align="right">{t`90th percentile`}</th>
              <th scope="col" data-align="right">{t`Average`}</th>
              <th scope="col" data-align="right">{t`In it now`}</th>
              <th scope="col" data-align="right">{t`Limit kept`}</th>
              <th scope="col" data-align="right">{t`Limit missed`}</th>
            </tr>
          </thead>
          <tbody>
            {metrics.states.map((row) => (
              <tr key={row.state}>
                <th scope="row">{nameIn(workflow.states, row.state)}</th>
                <td data-align="right">{row.stays}</td>
                <td>
                  <Bar median={row.median_time_hours} p90={row.p90_time_hours} longest={longest} />
                </td>
                <td data-align="right">{hours(row.p90_time_hours)}</td>
                <td data-align="right">{hours(row.average_time_hours)}</td>
                <td data-align="right">
                  <CountOfRecords workflow={workflow} state={row.state} count={row.instances_waiting} />
                </td>
                <td data-align="right">{row.on_time}</td>
                <td data-align="right" className={row.overdue > 0 ? 'due-late' : undefined}>
                  {row.overdue}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
};

const hours = (value: number | null): string => (value === null ? '–' : hoursText(value));

/** The median as a number and a bar, with the ninth tenth as a lighter one behind it. */
const Bar = ({ median, p90, longest }: { median: number | null; p90: number | null; longest: number }) => {
  const width = (value: number | null) =>
    `${longest > 0 && value !== null ? Math.max(1, (100 * value) / longest) : 0}%`;
  return (
    <div className="time-cell">
      <span>{hours(median)}</span>
      <span className="time-bar" aria-hidden>
        <span className="time-p90" style={{ width: width(p90) }} />
        <span className="time-median" style={{ width: width(median) }} />
      </span>
    </div>
  );
};
