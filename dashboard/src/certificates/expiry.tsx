import { dayIn, daysBetween, formatDay, relativeDay } from '../ui/day.ts';
import { usePlace } from '../ui/time.tsx';
import type { Certificate } from './certificate.queries.ts';
import { isHistoric } from './certificate-filters.ts';

const SOON_DAYS = 30;

/** The last day on which a certificate holds, in colour when it is over or near, unless that does not matter any more. */
export const Expiry = ({ certificate }: { certificate: Pick<Certificate, 'status' | 'expiry_date'> }) => {
  const place = usePlace();
  const { expiry_date: day } = certificate;
  if (day === null) return <span className="none">–</span>;
  const whole = formatDay(day, place.locale);
  if (isHistoric(certificate)) return <time dateTime={day}>{whole}</time>;
  const days = daysBetween(dayIn(place.zone), day);
  const className = days < 0 ? 'due-late' : days <= SOON_DAYS ? 'due-soon' : undefined;
  return (
    <time dateTime={day} title={whole} className={className}>
      {days < 0 ? whole : (relativeDay(day, place) ?? whole)}
    </time>
  );
};
