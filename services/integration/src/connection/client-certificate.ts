import { createPrivateKey, X509Certificate } from 'node:crypto';
import { invalidField } from '@qsc/service-kit';
import type { Settings } from './content.ts';

/**
 * Refuses a client certificate that cannot be used for mutual TLS. Throws `validation_failed`, which names the field: it is
 * none or has expired, the key does not match, or the address is not https. An `existing` certificate may have expired, so
 * that the connection can still be changed.
 */
export const requireShowable = (
  { authentication, endpoints, secrets }: Omit<Settings, 'name'>,
  now: Date,
  existing?: unknown,
): void => {
  if (authentication.type !== 'certificate') return;
  if (!endpoints.api_base.startsWith('https:'))
    throw invalidField('endpoints.api_base', 'invalid_value', 'A certificate is shown by https alone.');
  const certificate = toCertificate(String(authentication.certificate));
  if (authentication.certificate !== existing && new Date(certificate.validTo) < now)
    throw invalidField('authentication.certificate', 'invalid_value', 'The certificate has ended.');
  if (!matchesKey(certificate, secrets.private_key ?? ''))
    throw invalidField(
      'authentication.private_key',
      'invalid_value',
      'This is not the key of the certificate, in PEM.',
    );
};

const toCertificate = (pem: string): X509Certificate => {
  try {
    return new X509Certificate(pem);
  } catch {
    throw invalidField('authentication.certificate', 'invalid_value', 'This is no certificate in PEM.');
  }
};

/** False also for what is no key, or one under a passphrase. */
const matchesKey = (certificate: X509Certificate, pem: string): boolean => {
  try {
    return certificate.checkPrivateKey(createPrivateKey(pem));
  } catch {
    return false;
  }
};
