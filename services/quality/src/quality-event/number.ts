import { dayOf, type LocalTime, type QualityEventType } from '@qsc/contracts';

const PREFIX: Readonly<Record<QualityEventType, string>> = {
  deviation: 'DEV',
  capa: 'CAPA',
  audit_finding: 'AF',
  complaint: 'CMP',
  change_request: 'CR',
};

const DIGITS = 4;

/** What numbers are counted by, in an organisation: the type and the year of the organisation in which the event is created. */
export type NumberSeries = { type: QualityEventType; year: number };

/** The series that an event of the type belongs to when it is created now. */
export const seriesOf = (type: QualityEventType, at: LocalTime): NumberSeries => ({
  type,
  year: Number(dayOf(at).slice(0, 4)),
});

/** The number as people read it: DEV-2026-0001. From the ten-thousandth on it grows longer. */
export const numberText = ({ type, year }: NumberSeries, count: number): string =>
  `${PREFIX[type]}-${year}-${String(count).padStart(DIGITS, '0')}`;
