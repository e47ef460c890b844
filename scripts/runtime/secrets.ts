import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { readJson, writePrivateFile } from './private-file.ts';

const randomText = (): string => randomBytes(32).toString('base64url');

const signingKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

const makeSecret = {
  MESH_SECRET: randomText,
  /** That of RabbitMQ's operator; the passwords of the programs' users are derived from it. */
  AMQP_PASSWORD: randomText,
  /** The passwords of all users of MongoDB, and the key of its replica set, are derived from it. */
  MONGODB_PASSWORD: randomText,
  IDENTITY_ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
  AUDIT_SIGNING_KEY: signingKey,
  WORKFLOW_SIGNING_KEY: signingKey,
  WEBHOOK_ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
  INTEGRATION_ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
} as const;

export type SecretName = keyof typeof makeSecret;
export type Secrets = Record<SecretName, string>;

export const SECRET_NAMES = Object.keys(makeSecret) as SecretName[];

/** A fresh set of secrets; nothing is stored. */
export const generateSecrets = (): Secrets =>
  Object.fromEntries(SECRET_NAMES.map((name) => [name, makeSecret[name]()])) as Secrets;

/**
 * The secrets kept in the file, each made once and never changed. The file is created with mode 600;
 * a secret that a newer version asks for is added to the old ones.
 */
export const loadSecrets = (path: string): Secrets => {
  const known = readJson<Partial<Secrets>>(path) ?? {};
  const complete = { ...generateSecrets(), ...known };
  if (SECRET_NAMES.some((name) => known[name] === undefined)) {
    writePrivateFile(path, `${JSON.stringify(complete, null, 2)}\n`);
  }
  chmodSync(path, 0o600);
  return complete;
};
