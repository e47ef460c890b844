import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Costs of argon2id: memory in KiB, passes, threads. */
export type HashCosts = { memoryCost: number; timeCost: number; parallelism: number };

/** What OWASP's password storage guidance asks of argon2id at least. */
export const OWASP_COSTS: HashCosts = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = {
  hash(secret: string): Promise<string>;
  /** Whether the secret is the one of the hash. Without a hash (nobody of that name) the work is the same and the answer no. */
  verify(storedHash: string | null, secret: string): Promise<boolean>;
};

/** A password as it is compared (RFC 8265, OpaqueString): NFC, with ASCII spaces. */
export const toOpaqueString = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/** Hashes and checks passwords and client secrets with argon2id, on the thread pool and not on the event loop. */
export const makePasswords = (costs: HashCosts = OWASP_COSTS, check: typeof verify = verify): Passwords => {
  const nobody = hash(randomBytes(32), costs);
  return {
    hash: (secret) => hash(toOpaqueString(secret), costs),
    async verify(storedHash, secret) {
      const known = storedHash ?? (await nobody);
      const opaque = toOpaqueString(secret);
      // A hash may be of the password as it was typed, before passwords were compared as opaque strings.
      const right = (await check(known, opaque)) || (opaque !== secret && (await check(known, secret)));
      return right && storedHash !== null;
    },
  };
};
