import {
  commaSeparated,
  formerSealingKeysVariable,
  loadConfig,
  programEnvironment,
  sealingKeyVariable,
  trustedProxies,
} from '@qsc/service-kit';
import { z } from 'zod';

const identityEnvironment = {
  ...programEnvironment,
  /** Its HTTP faces clients, so metrics have a port of their own. */
  METRICS_PORT: programEnvironment.HTTP_PORT,
  /** What private signing keys are encrypted with at rest. */
  IDENTITY_ENCRYPTION_KEY: sealingKeyVariable,
  IDENTITY_ENCRYPTION_FORMER_KEYS: formerSealingKeysVariable,
  SIGNING_KEY_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  /** How long a user stays logged in at most, however often the tokens are refreshed. */
  SESSION_HOURS: z.coerce.number().int().min(1).max(720).default(12),
  /** Failed logins in fifteen minutes before more are refused: of a user name at one address, at all of them, and of an address. */
  LOGIN_FAILURES_PER_USER_AND_ADDRESS: z.coerce.number().int().min(1).default(10),
  LOGIN_FAILURES_PER_USER: z.coerce.number().int().min(1).default(100),
  LOGIN_FAILURES_PER_ADDRESS: z.coerce.number().int().min(1).default(300),
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: trustedProxies,
  /** Origins of browser applications that may call the token service; none by default. */
  ALLOWED_ORIGINS: commaSeparated.pipe(z.array(z.url())),
  /** Where the first-party public client `qsc-web` may be sent back to; without any there is no such client. */
  WEB_CLIENT_REDIRECT_URIS: commaSeparated.pipe(z.array(z.url())),
} as const;

export type IdentityConfig = z.infer<z.ZodObject<typeof identityEnvironment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): IdentityConfig => loadConfig(identityEnvironment, process.env);
