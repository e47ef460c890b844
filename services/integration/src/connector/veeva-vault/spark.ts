import { verify } from 'node:crypto';
import { AppError } from '@qsc/service-kit';
import type { InboundVerifier } from '../connector.ts';
import { type Certificates, makeCertificates } from './spark-certificate.ts';
import { claimedSender, isTimely, senderName, toContent, toHead } from './spark-message.ts';
import { getHost } from './vault-address.ts';

/**
 * Spark messages: signed with SHA256withRSA over the sorted `X-VaultAPISignature-*` header lines, the body as it came and the
 * address that it was sent to. Every refusal looks the same, so nobody learns by it which vaults are known here.
 */
export const makeSparkVerifier = (certificates: Certificates = makeCertificates()): InboundVerifier => ({
  claimedBy: claimedSender,
  // The host is part of the name, so that a connection to another host is never used to verify.
  getName: ({ endpoints }, credential) => {
    const vaultId = credential?.values.vault_id;
    return vaultId === undefined ? null : senderName(vaultId, getHost(endpoints));
  },
  async verify(message, context) {
    const head = toHead(message);
    if (!head || !isTimely(head, context.now())) throw refused();
    const key = await certificates(context, head.certificateId);
    if (!key || !verify('RSA-SHA256', head.signedText, key, head.signature)) throw refused();
    const content = toContent(message.body);
    // Another host may present the certificate of this Vault, but it cannot sign this host.
    if (content?.host !== getHost(context.endpoints)) throw refused();
    return content.notice;
  },
});

const refused = (): AppError => new AppError('unauthorized', 'The message has no valid signature.');
