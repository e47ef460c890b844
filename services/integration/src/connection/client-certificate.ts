import { createPrivateKey, X509Certificate } from 'node:crypto';
import { invalidField } from '@qsc/service-kit';
import type { Settings } from './content.ts';

/**
 * Refuses a client certificate that cannot be shown to the external system (mutual TLS). Throws `validation_failed` that names
 * the field: it is none or has ended, the key is not its own, or the address is not https. That it has ended is no matter where it
 * is there already (`kept`): the connection can be changed all the same.
 */
export const requireShowable = (
  { authentication, endpoints, secrets }: Omit<Settings, 'name'>,
  now: Date,
  kept?: unknown,
): void => {
  if (authentication.type !== 'certificate') return;
  if (!endpoints.api_base.startsWith('https:'))
    throw invalidField('endpoints.api_base', 'invalid_value', 'A certificate is shown by https alone.');
  const certificate = certificateOf(String(authentication.certificate));
  if (authentication.certificate !== kept && new Date(certificate.validTo) < now)
    throw invalidField('authentication.certificate', 'invalid_value', 'The certificate has ended.');
  if (!isKeyOf(certificate, secrets.private_key ?? ''))
    throw invalidField(
      'authentication.private_key',
      'invalid_value',
      'This is not the key of the certificate, in PEM.',
    );
};

const certificateOf = (pem: string): X509Certificate => {
  try {
    return new X509Certificate(pem);
  } catch {
    throw invalidField('authentication.certificate', 'invalid_value', 'This is no certificate in PEM.');
  }
};

/** False also for what is no key, or one under a passphrase. */
const isKeyOf = (certificate: X509Certificate, pem: string): boolean => {
  try {
    return certificate.checkPrivateKey(createPrivateKey(pem));
  } catch {
    return false;
  }
};
