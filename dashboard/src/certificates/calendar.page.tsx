import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import { dayIn, formatDay } from '../ui/day.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { useRecordNames } from '../ui/record-names.ts';
import { Status } from '../ui/status.tsx';
import { usePlace } from '../ui/time.tsx';
import { addMonths, firstDay, formatMonth, monthsFrom, toMonth, toWeeks, weekdayNames } from './calendar.ts';
import { type Certificate, calendarQuery, summaryQuery } from './certificate.queries.ts';
import { toDisplayState } from './certificate-filters.ts';

const MONTHS = 12;

const endingIn = (month: string, certificates: readonly Certificate[]): Certificate[] =>
  certificates.filter(({ expiry_date }) => expiry_date !== null && toMonth(expiry_date) === month);

const CalendarPage = () => {
  const { t } = useLingui();
  const { locale } = usePlace();
  const search = Route.useSearch();
  const today = dayIn(useSession().organization.time_zone);
  const months = monthsFrom(toMonth(today), MONTHS);
  const query = useQuery(calendarQuery(firstDay(toMonth(today)), firstDay(addMonths(toMonth(today), MONTHS))));
  return (
    <Page title={t`Expiry calendar`} isFluid>
      <ExpiredNotice />
      <Part query={query} lines={10}>
        {(certificates) => {
          // Without a choice, the first month in which something expires.
          const first = certificates[0]?.expiry_date ?? today;
          const month = months.find((one) => one === search.month) ?? toMonth(first);
          return (
            <>
              <MonthTiles months={months} chosen={month} certificates={certificates} />
              <h2 className="calendar-title">{formatMonth(month, locale)}</h2>
              <Month month={month} today={today} certificates={endingIn(month, certificates)} />
            </>
          );
        }}
      </Part>
    </Page>
  );
};

const ExpiredNotice = () => {
  const { data } = useQuery(summaryQuery);
  const { expired = 0 } = data?.by_status ?? {};
  if (expired === 0) return null;
  return (
    <p className="calendar-expired">
      <Link to="/certificates" search={{ status: 'expired', sort: 'expiry_date' }}>
        <Status
          state="expired"
          label={
            <Plural
              value={expired}
              one="# certificate has expired and none took its place"
              other="# certificates have expired and none took their place"
            />
          }
        />
      </Link>
    </p>
  );
};

type TilesProps = { months: readonly string[]; chosen: string; certificates: readonly Certificate[] };

/** How many certificates expire in each month. */
const MonthTiles = ({ months, chosen, certificates }: TilesProps) => {
  const { t } = useLingui();
  const { locale } = usePlace();
  const counts = months.map((month) => endingIn(month, certificates).length);
  const most = Math.max(...counts, 1);
  return (
    <nav aria-label={t`How many certificates expire, by month`}>
      <ol className="months">
        {months.map((month, index) => {
          const count = counts[index] ?? 0;
          return (
            <li key={month}>
              <Link
                to="/certificates/calendar"
                search={{ month }}
                replace
                className="month"
                aria-current={month === chosen ? 'date' : undefined}
              >
                <span className="month-name" title={formatMonth(month, locale)}>
                  {formatMonth(month, locale, 'short')}
                  {(index === 0 || month.endsWith('-01')) && <span className="none"> {month.slice(0, 4)}</span>}
                </span>
                <strong data-none={count === 0 || undefined}>{count}</strong>
                <span className="month-bar" style={{ width: `${(count / most) * 100}%` }} />
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
};

type MonthProps = { month: string; today: string; certificates: readonly Certificate[] };

/** The days of a month with the certificates that hold for the last time on them. */
const Month = ({ month, today, certificates }: MonthProps) => {
  const { t } = useLingui();
  const { locale } = usePlace();
  const names = useRecordNames(certificates.map(({ supplier_id }) => supplier_id));
  if (certificates.length === 0)
    return (
      <Empty title={t`No certificate expires in this month`}>
        <Trans>Choose another month above.</Trans>
      </Empty>
    );
  return (
    <table className="calendar" aria-label={formatMonth(month, locale)}>
      <thead>
        <tr>
          {weekdayNames(locale).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {toWeeks(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, index) => {
              const ending = certificates.filter(({ expiry_date }) => expiry_date === day);
              return (
                <td
                  key={day ?? index}
                  data-empty={ending.length === 0 || undefined}
                  data-today={day === today || undefined}
                >
                  {day && (
                    <>
                      <time dateTime={day}>
                        <span className="day-number">{Number(day.slice(8))}</span>
                        <span className="day-whole">{formatDay(day, locale)}</span>
                      </time>
                      <ul>
                        {ending.map((certificate) => (
                          <Ending
                            key={certificate.id}
                            certificate={certificate}
                            supplier={names(certificate.supplier_id)}
                          />
                        ))}
                      </ul>
                    </>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Ending = ({ certificate, supplier }: { certificate: Certificate; supplier: string }) => (
  <li className="ending" data-state={certificate.status}>
    <Link
      to="/certificates/$certificateId"
      params={{ certificateId: certificate.id }}
      preload={false}
      title={[certificate.name, supplier].filter(Boolean).join(' · ')}
    >
      {certificate.name}
    </Link>
    {supplier && <span className="ending-supplier">{supplier}</span>}
    <span className="day-whole">
      <Status state={toDisplayState(certificate)} />
    </span>
  </li>
);

export const Route = createLazyRoute('/certificates/calendar')({ component: CalendarPage });
