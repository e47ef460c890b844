import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EVENT_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { OPEN_STATUSES } from '../quality-events/event-filters.ts';
import { Part } from '../ui/part.tsx';
import { Figure, FigureBlock } from './figure.tsx';
import type { Period } from './overview.queries.ts';
import { eventCountsQuery, eventMetricsQuery } from './overview.queries.ts';

const OPEN = OPEN_STATUSES.join(',');

/** What is open now; each figure leads to its list. */
export const EventsToday = () => {
  const { t } = useLingui();
  const query = useQuery(eventCountsQuery);
  return (
    <FigureBlock title={t`Quality events today`}>
      <Part query={query} lines={2}>
        {({ open, overdue }) => (
          <dl className="figures-row">
            <Figure label={t`Open`} value={open} to="/quality-events" search={{ status: OPEN }} />
            <Figure label={t`Overdue`} value={overdue} to="/quality-events" search={{ overdue: 'true' }} />
          </dl>
        )}
      </Part>
    </FigureBlock>
  );
};

/** Quality events of the period: open, overdue and closed, by type, and how many came each week. */
export const EventFigures = ({ period }: { period: Period }) => {
  const { t } = useLingui();
  const query = useQuery(eventMetricsQuery(period));
  return (
    <FigureBlock title={t`Quality events created in the period`}>
      <Part query={query} lines={6}>
        {({ summary, by_type, trends }) => (
          <>
            <dl className="figures-row">
              <Figure label={t`All`} value={summary.total_events} />
              <Figure label={t`Open`} value={summary.open_events} />
              <Figure label={t`Overdue`} value={summary.overdue_events} />
              <Figure label={t`Closed`} value={summary.closed_events} />
              <Figure label={t`Days to close, on average`} value={summary.average_closure_days ?? '–'} />
            </dl>
            <Table className="overview-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t`Type`}</Table.Th>
                  <Table.Th className="count">{t`All`}</Table.Th>
                  <Table.Th className="count">{t`Open`}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {Object.entries(by_type).map(([type, { total, open }]) => (
                  <Table.Tr key={type}>
                    <Table.Td>{wordFor(EVENT_TYPES, type)}</Table.Td>
                    <Table.Td className="count">{total}</Table.Td>
                    <Table.Td className="count">{open}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Weeks weeks={trends.events_by_week} />
          </>
        )}
      </Part>
    </FigureBlock>
  );
};

const Weeks = ({ weeks }: { weeks: readonly { week: string; count: number }[] }) => {
  const { t } = useLingui();
  const most = Math.max(1, ...weeks.map(({ count }) => count));
  const [first, last] = [weeks[0]?.week, weeks.at(-1)?.week];
  return (
    <figure className="weeks">
      <figcaption>
        <Trans>
          New each week, {first} to {last}
        </Trans>
      </figcaption>
      <ol aria-label={t`New quality events by week`}>
        {weeks.map(({ week, count }) => (
          <li key={week} title={`${week}: ${count}`}>
            <span className="week-bar" style={{ height: `${(count / most) * 100}%` }} aria-hidden />
            <span className="visually-hidden">
              {week}: {count}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
};
