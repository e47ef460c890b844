import { type LocalTime, type QualityEventType, toDay } from '@qsc/contracts';

const PREFIX: Readonly<Record<QualityEventType, string>> = {
  deviation: 'DEV',
  capa: 'CAPA',
  audit_finding: 'AF',
  complaint: 'CMP',
  change_request: 'CR',
};

const DIGITS = 4;

/** A series of numbers in an organisation: the type and the year, in the time zone of the organisation, of creation. */
export type NumberSeries = { type: QualityEventType; year: number };

/** The series that an event of the type belongs to when it is created now. */
export const toSeries = (type: QualityEventType, at: LocalTime): NumberSeries => ({
  type,
  year: Number(toDay(at).slice(0, 4)),
});

/** The number in its written form: DEV-2026-0001. It has more digits from the ten-thousandth on. */
export const numberText = ({ type, year }: NumberSeries, count: number): string =>
  `${PREFIX[type]}-${year}-${String(count).padStart(DIGITS, '0')}`;
