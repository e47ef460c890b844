import { createPrivateKey } from 'node:crypto';
import { loadConfig, type ServiceConfig, serviceEnvironment } from '@qsc/service-kit';
import { z } from 'zod';
import type { SigningKey } from './chain/checkpoint.ts';

const signingKey = z.string().transform((text, context): SigningKey => {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The reason may hold parts of the key, so the sentence below is all that is said.
  }
  context.addIssue({ code: 'custom', message: 'must be an Ed25519 private key, PKCS #8 DER in base64' });
  return z.NEVER;
});

const environment = { ...serviceEnvironment, AUDIT_SIGNING_KEY: signingKey } as const;

/** What the audit service reads from its environment. */
export type AuditConfig = ServiceConfig & { AUDIT_SIGNING_KEY: SigningKey };

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): AuditConfig => loadConfig(environment, process.env);
