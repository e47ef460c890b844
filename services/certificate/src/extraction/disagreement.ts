import type { Certificate } from '../certificate/certificate.ts';

/** What the metadata of an upload and the document both may tell. */
const SHARED = ['batch_number', 'issue_date', 'expiry_date'] as const;

const comparable = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();

/**
 * Where the record and its document disagree, as sentences for who validates. The record stays as it is, also where it says
 * nothing: what a program has read becomes a date or a batch of the record only by a person's override (decisions §4).
 */
export const disagreementsOf = (certificate: Pick<Certificate, (typeof SHARED)[number] | 'extraction'>): string[] =>
  SHARED.flatMap((field) => {
    const [stated, read] = [certificate[field], certificate.extraction.data?.[field] ?? null];
    if (read === null || (stated !== null && comparable(stated) === comparable(read))) return [];
    return stated === null
      ? [`${field}: the document says "${read}", the record says nothing; an override at validation takes it over`]
      : [`${field}: the record says "${stated}", the document says "${read}"`];
  });
