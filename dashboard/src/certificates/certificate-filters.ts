import type { Certificate } from './certificate.queries.ts';

/** The filters of the list, as the API takes them; `q` is the search field. */
export const CERTIFICATE_FILTERS = [
  ...['q', 'type', 'status', 'supplier_id', 'component_id', 'batch_number'],
  ...['expiring_before', 'expiring_within_days'],
];

export const CERTIFICATE_STATUSES = ['pending', 'valid', 'expiring_soon', 'expired', 'rejected', 'superseded'];

type Read = Pick<Certificate, 'extraction_status'>;

/** Whether the document is being read or is to be read. */
export const isBeingRead = ({ extraction_status }: Read): boolean =>
  extraction_status === 'pending' || extraction_status === 'processing';

/** The state as people see it: one that is pending is being read, or waits for a person. */
export const toDisplayState = (certificate: Pick<Certificate, 'status' | 'extraction_status'>): string => {
  if (certificate.status !== 'pending') return certificate.status;
  return isBeingRead(certificate) ? 'being_read' : 'waiting_validation';
};

/** Whether its expiry does not matter any more. */
export const isHistoric = ({ status }: Pick<Certificate, 'status'>): boolean =>
  status === 'superseded' || status === 'rejected';
