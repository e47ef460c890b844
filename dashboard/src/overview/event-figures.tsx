import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EVENT_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { OPEN_STATUSES } from '../quality-events/event-filters.ts';
import { addDays, formatDay, toMonday } from '../ui/day.ts';
import { Part } from '../ui/part.tsx';
import { Figure, FigureBlock } from './figure.tsx';
import type { Period } from './overview.queries.ts';
import { eventCountsQuery, eventMetricsQuery } from './overview.queries.ts';

const OPEN = OPEN_STATUSES.join(',');
const ENDED = 'closed,rejected';

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
  const { t, i18n } = useLingui();
  const query = useQuery(eventMetricsQuery(period));
  return (
    <FigureBlock title={t`Quality events created in the period`}>
      <Part query={query} lines={6}>
        {({ from, summary, by_type, trends }) => (
          <>
            <dl className="figures-row">
              <Figure
                label={t`All`}
                value={summary.total_events}
                to="/quality-events"
                search={{ created_from: from }}
              />
              <Figure
                label={t`Open`}
                value={summary.open_events}
                to="/quality-events"
                search={{ created_from: from, status: OPEN }}
              />
              <Figure
                label={t`Overdue`}
                value={summary.overdue_events}
                to="/quality-events"
                search={{ created_from: from, overdue: 'true' }}
              />
              <Figure
                label={t`Closed`}
                value={summary.closed_events}
                to="/quality-events"
                search={{ created_from: from, status: ENDED }}
              />
              <Figure label={t`Days to close, on average`} value={summary.average_closure_days} />
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
                    <Table.Td className="count">
                      <EventsLink search={{ created_from: from, type }}>{i18n.number(total)}</EventsLink>
                    </Table.Td>
                    <Table.Td className="count">
                      <EventsLink search={{ created_from: from, type, status: OPEN }}>{i18n.number(open)}</EventsLink>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Weeks weeks={trends.events_by_week} from={from} />
          </>
        )}
      </Part>
    </FigureBlock>
  );
};

const EventsLink = ({ search, children }: { search: Record<string, string>; children: ReactNode }) => (
  <Link to="/quality-events" search={search}>
    {children}
  </Link>
);

/** The weeks of the period, which begins at `from`, within the first one. */
const Weeks = ({ weeks, from }: { weeks: readonly { week: string; count: number }[]; from: string }) => {
  const { t, i18n } = useLingui();
  const most = Math.max(1, ...weeks.map(({ count }) => count));
  const mondays = weeks.map(({ week }) => toMonday(week));
  const days = mondays.map((monday) => formatDay(monday, i18n.locale));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className="weeks">
      <figcaption>
        <Trans>
          New each week, weeks of {first} to {last}
        </Trans>
      </figcaption>
      <ol aria-label={t`New quality events by week`}>
        {weeks.map(({ week, count }, index) => {
          const [day, number] = [days[index], i18n.number(count)];
          const text = t`Week of ${day}: ${number}`;
          const monday = mondays[index] ?? '';
          const search = {
            created_from: index === 0 ? from : `${monday}T00:00:00.000Z`,
            created_to: `${addDays(monday, 6)}T23:59:59.999Z`,
          };
          return (
            <li key={week} title={text}>
              <EventsLink search={search}>
                <span className="week-bar" style={{ height: `${(count / most) * 100}%` }} aria-hidden />
                <span className="visually-hidden">{text}</span>
              </EventsLink>
            </li>
          );
        })}
      </ol>
    </figure>
  );
};
