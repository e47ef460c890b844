import { fieldName } from '../i18n/vocabulary.ts';
import type { CertificateData } from './certificate.queries.ts';

/** The single values that are read from a document, in the order in which people look at them. */
export const FIELD_NAMES = [
  ...([
    'certificate_number',
    'batch_number',
    'issue_date',
    'expiry_date',
    'retest_date',
    'manufacturing_date',
  ] as const),
  ...(['manufacturer', 'manufacturing_site', 'holder', 'scope'] as const),
];

export type FieldName = (typeof FIELD_NAMES)[number];

export type Row = CertificateData['test_results'][number];

export const isDay = (name: FieldName): boolean => name.endsWith('_date');

/** A value below this may well be wrong; what says 0.9 is right nine times in ten (`docs/extraction.md`). */
export const SURE = 0.9;

export const rowKey = (index: number): string => `row-${index}`;
export const fieldKey = (name: FieldName): string => `field-${name}`;

/** The name of a row: its parameter, and the sample or section that tells it from others. */
export const rowName = ({ parameter, sample }: Row): string => (sample ? `${parameter} (${sample})` : parameter);

type PlacedData = Pick<CertificateData, 'test_results' | 'field_places'>;

/** Where the values stand in the document; data, and what several places say, have none. */
export const placesIn = ({ test_results, field_places }: PlacedData) => [
  ...test_results.flatMap((row, index) =>
    row.page !== null && row.box ? [{ key: rowKey(index), label: rowName(row), page: row.page, box: row.box }] : [],
  ),
  ...FIELD_NAMES.flatMap((name) => {
    const place = field_places[name];
    return place ? [{ key: fieldKey(name), label: fieldName(name), ...place }] : [];
  }),
];
