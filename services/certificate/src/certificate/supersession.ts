import type { Call } from '@qsc/service-kit/pure';
import { type Certificate, type CertificateType, statusOn } from './certificate.ts';
import { type Act, type Decided, nextVersion, toDecided } from './certificate-change.ts';

const BY_BATCH: ReadonlySet<CertificateType> = new Set(['coa', 'coc']);

/** What a certificate has in common with those that a newer one takes the place of. */
export type Series = { type: CertificateType; supplier_id: string; component_id: string; batch_number?: string };

/**
 * The series of a certificate; null where it has none: without a supplier, a component or, for coa and coc, a batch it cannot be
 * informed which others it replaces (decisions §4, "Certificates").
 */
export const toSeries = ({ type, supplier_id, component_id, batch_number }: Certificate): Series | null => {
  if (supplier_id === null || component_id === null) return null;
  if (!BY_BATCH.has(type)) return { type, supplier_id, component_id };
  return batch_number === null ? null : { type, supplier_id, component_id, batch_number };
};

/** Issued later, or else uploaded later. */
const isNewer = (one: Certificate, other: Certificate): boolean => {
  if (one.issue_date !== null && other.issue_date !== null && one.issue_date !== other.issue_date)
    return one.issue_date > other.issue_date;
  const [uploaded, before] = [one.created_at.getTime(), other.created_at.getTime()];
  return uploaded === before ? one.id > other.id : uploaded > before;
};

/** No certificate takes the place of another supplier's; who supplies what one of them certifies may be unknown. */
export const isReplaceable = (
  one: Pick<Certificate, 'supplier_id'>,
  other: Pick<Certificate, 'supplier_id'>,
): boolean => one.supplier_id === null || other.supplier_id === null || one.supplier_id === other.supplier_id;

const SUPERSEDED_FROM: ReadonlySet<string> = new Set(['valid', 'expiring_soon', 'expired']);

/**
 * What follows when a certificate is found valid: it takes the place of the older ones of its series, and of the one that its
 * upload named.
 * @param others those of its series, and the named one.
 */
export const supersede = (certificate: Certificate, others: readonly Certificate[], call: Call): Decided[] =>
  others
    .filter((other) => other.id !== certificate.id && SUPERSEDED_FROM.has(statusOn(other, call)))
    .filter((other) => isReplaceable(certificate, other))
    .filter((other) => other.id === certificate.supersedes || isNewer(certificate, other))
    .map((other) => {
      const after = nextVersion(other, { status: 'superseded', superseded_by: certificate.id }, call);
      const details = { superseded_by: certificate.id };
      const act: Act = { event: 'superseded', audit: 'transition', history: 'superseded', details };
      return toDecided(other, after, { act, call });
    });
