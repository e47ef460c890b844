import type { Certificate } from '../certificate/certificate.ts';

/** What the metadata of an upload and the document both may tell. */
const SHARED = ['batch_number', 'issue_date', 'expiry_date'] as const;

type SharedFields = Pick<Certificate, (typeof SHARED)[number]>;

const comparable = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();

/**
 * Where the record and its document disagree, as sentences for who validates. The record stays as it is, also where it says
 * nothing: what a program has read becomes a date or a batch of the record only by a person's override (decisions §4).
 */
export const findDisagreements = (record: SharedFields, document: SharedFields): string[] =>
  SHARED.flatMap((field) => {
    const [reported, read] = [record[field], document[field]];
    if (read === null || (reported !== null && comparable(reported) === comparable(read))) return [];
    return reported === null
      ? [`The metadata does not say ${field}; the document says "${read}", which an override takes over.`]
      : [`The metadata says ${field} "${reported}"; the document says "${read}".`];
  });
