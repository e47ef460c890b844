import { loadConfig, serviceEnvironment, signingKeyVariable } from '@qsc/service-kit';
import type { z } from 'zod';

const environment = { ...serviceEnvironment, AUDIT_SIGNING_KEY: signingKeyVariable } as const;

/** What the audit service reads from its environment. */
export type AuditConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): AuditConfig => loadConfig(environment, process.env);
