import { verify } from 'node:crypto';
import { AppError } from '@qsc/service-kit';
import type { InboundVerifier } from '../connector.ts';
import { type Certificates, makeCertificates } from './spark-certificate.ts';
import { claimedVault, contentOf, headOf, isTimely } from './spark-message.ts';
import { hostOf } from './vault-address.ts';

/**
 * Spark messages: signed with SHA256withRSA over the sorted `X-VaultAPISignature-*` header lines, the body as it came and the
 * address that it was sent to. Every refusal looks the same, so nobody learns by it which vaults are known here.
 */
export const makeSparkVerifier = (certificates: Certificates = makeCertificates()): InboundVerifier => ({
  claimedBy: claimedVault,
  nameOf: (_connection, credential) => credential?.values.vault_id ?? null,
  async verify(message, context) {
    const head = headOf(message);
    if (!head || !isTimely(head, context.now())) throw refused();
    const key = await certificates(context, head.certificateId);
    if (!key || !verify('RSA-SHA256', head.signedText, key, head.signature)) throw refused();
    const content = contentOf(message.body);
    // A connection of somebody else may hand on the certificate of this Vault as its own; the host, which is signed, it cannot.
    if (content?.host !== hostOf(context.endpoints)) throw refused();
    return content.notice;
  },
});

const refused = (): AppError => new AppError('unauthorized', 'The message has no valid signature.');
