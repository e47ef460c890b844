import { X509Certificate } from 'node:crypto';
import type { Metrics, Reading } from '../metrics.ts';
import { certificatesIn } from './authority.ts';
import type { Certificate, Certificates } from './certificate.ts';

const LABELS = ['certificate'] as const;

const toExpirySeconds = ({ validToDate }: X509Certificate): number => validToDate.getTime() / 1000;

/** While an authority takes the place of another, the newer one counts: the older one goes soon. */
const listExpiries = ({ cert, ca }: Certificate): Reading[] => [
  { labels: { certificate: 'own' }, value: toExpirySeconds(new X509Certificate(cert)) },
  { labels: { certificate: 'authority' }, value: Math.max(...certificatesIn(ca).map(toExpirySeconds)) },
];

/**
 * Shows when the certificate of the program and its authority end, and whether the files are what the program uses. Without TLS both
 * have no value.
 */
export const watchCertificates = (certificates: Certificates | undefined, metrics: Pick<Metrics, 'gauges'>): void => {
  metrics.gauges('tls_certificate_not_after_timestamp_seconds', 'When a certificate of the mesh in use ends', {
    labels: LABELS,
    read: async () => (certificates ? listExpiries(certificates.current()) : []),
  });
  metrics.gauges(
    'tls_certificate_renewal_failing',
    'Whether the newest files could not be taken, and older ones go on',
    {
      labels: [],
      read: async () => (certificates ? [{ labels: {}, value: certificates.isFailing() ? 1 : 0 }] : []),
    },
  );
};
