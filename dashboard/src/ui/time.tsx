import { useLingui } from '@lingui/react/macro';
import { useSession } from '../session/session.ts';
import { dayIn, daysBetween, formatDay, formatInstant, type Place, relativeDay, relativeInstant } from './day.ts';

/** Language and zone of all times on the page. */
export const usePlace = (): Place => {
  const { i18n } = useLingui();
  return { locale: i18n.locale, zone: useSession().organization.time_zone };
};

/** A calendar day; `12 Dec 2026`, and the same day in every zone of the browser. */
export const Day = ({ value }: { value: string | null | undefined }) => {
  const { locale } = usePlace();
  return value ? <time dateTime={value}>{formatDay(value, locale)}</time> : <span className="none">–</span>;
};

type InstantProps = { value: string | null | undefined; exact?: boolean; seconds?: boolean };

/** An instant: relative within a week with the exact time on hover, else exact; in the organisation's zone. */
export const Instant = ({ value, exact = false, seconds = false }: InstantProps) => {
  const place = usePlace();
  if (!value) return <span className="none">–</span>;
  const whole = formatInstant(value, place, seconds);
  const relative = exact ? null : relativeInstant(value, place.locale);
  return (
    <time dateTime={value} title={whole}>
      {relative === null ? (
        whole
      ) : (
        <>
          <span className="screen-only">{relative}</span>
          <span className="print-only">{whole}</span>
        </>
      )}
    </time>
  );
};

const SOON_DAYS = 7;

/** A due date: how late or how soon it is within a week, and in words and colour when it is over. */
export const Due = ({ value, isDone = false }: { value: string | null | undefined; isDone?: boolean }) => {
  const { t } = useLingui();
  const place = usePlace();
  if (!value) return <span className="none">–</span>;
  const days = daysBetween(dayIn(place.zone), value);
  const day = formatDay(value, place.locale);
  if (isDone) return <time dateTime={value}>{day}</time>;
  const late = -days;
  const text = days < 0 ? (late === 1 ? t`1 day late` : t`${late} days late`) : (relativeDay(value, place) ?? day);
  return (
    <time dateTime={value} title={day} className={days < 0 ? 'due-late' : days <= SOON_DAYS ? 'due-soon' : undefined}>
      <span className="screen-only">{text}</span>
      <span className="print-only">{day}</span>
    </time>
  );
};

/** The instant until which something is to be decided; late ones in words and colour. */
export const Deadline = ({ value }: { value: string | null | undefined }) => {
  if (!value) return <span className="none">–</span>;
  const isLate = Date.parse(value) < Date.now();
  return (
    <span className={isLate ? 'due-late' : undefined}>
      <Instant value={value} />
    </span>
  );
};
