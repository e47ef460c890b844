import { TABLE_MEDIA_TYPES } from '@qsc/table-export';
import type { ExportFormat, ExportJob } from './export.ts';

/** The media types of the files. */
export const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: TABLE_MEDIA_TYPES.csv,
  json: 'application/json',
  pdf: TABLE_MEDIA_TYPES.pdf,
};

/** The media type of a detached JWS. */
export const SIGNATURE_TYPE = 'application/jose';

/** What the signature of a file is (`typ`). */
export const EXPORT_SEAL = 'audit-export+jws';

const toDay = (date: Date): string => date.toISOString().slice(0, 10);

/** The name of the file: two exports never have the same. */
export const toFilename = ({ id, from, to, format }: ExportJob): string =>
  `audit-log-${toDay(from)}-${toDay(to)}-${id}.${format}`;
