import { execFileSync } from 'node:child_process';
import { randomUUID, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A signed message as Vault would send it. */
export type SparkMessage = { url: string; headers: Record<string, string>; body: string; messageId: string };

export type SparkContent = {
  event: string;
  object?: string;
  items?: readonly (string | number)[];
  messageId?: string;
  /** When it was signed; now by default. */
  at?: Date;
  /** Changes of what would be signed, and of what is sent. */
  attributes?: Record<string, unknown>;
  certificateId?: string;
  hostName?: string;
  vaultId?: string;
};

export type Spark = {
  certificateId: string;
  /** PEM. */
  certificate: string;
  message(url: string, content: SparkContent): SparkMessage;
};

export type KeyPair = { key: string; certificate: string };

const made = new Map<string, KeyPair>();

/**
 * A key pair by its number. Each is made once for a test process, since that takes a while.
 * @param kind as openssl names it: `rsa:2048`, or one that must not be taken.
 */
export const keyPair = (number: number, kind = 'rsa:2048'): KeyPair => {
  const name = `${number}/${kind}`;
  const pair = made.get(name) ?? makeKeyPair(kind);
  made.set(name, pair);
  return pair;
};

const makeKeyPair = (kind: string): KeyPair => {
  const folder = mkdtempSync(join(tmpdir(), 'spark-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  try {
    const request = ['-x509', '-newkey', kind, '-nodes', '-days', '3650', '-subj', '/CN=vault.test'];
    execFileSync('openssl', ['req', ...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The text that Vault signs: sorted header lines, the body, the address. */
export const textToSign = (headers: Record<string, string>, body: string, url: string): string => {
  const signed = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()] as const);
  const lines = signed.filter(([name]) => name.startsWith('x-vaultapisignature-')).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${lines.map(([name, value]) => `${name}:${value}\n`).join('')}${body}\n${url}`;
};

/** Adds the signature of a key to headers and body as they are. */
export const signed = (key: string, { url, headers, body, messageId }: SparkMessage): SparkMessage => {
  const signature = sign('RSA-SHA256', Buffer.from(textToSign(headers, body, url)), key).toString('base64');
  return { url, body, messageId, headers: { ...headers, 'X-VaultAPI-SignatureV2': signature } };
};

const MINUTE_MS = 60_000;

/** Signs messages of one vault. */
export const makeSpark = (
  vault: { vaultId: string; host: string; now: () => Date },
  { keyNumber = 0, keyKind }: { keyNumber?: number; keyKind?: string } = {},
): Spark => {
  const { key, certificate } = keyPair(keyNumber, keyKind);
  // Certificates are known by their address, and a later vault may get the port of an earlier one.
  const certificateId = `${vault.vaultId}${String(keyNumber + 1).padStart(5, '0')}`;
  return {
    certificateId,
    certificate,
    message(url, { event, object, items = [], messageId = randomUUID(), at = vault.now(), ...changes }) {
      const around = (minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS).toISOString();
      const headers = {
        'Content-Type': 'application/json',
        'User-Agent': 'Veeva Vault Spark Message Agent',
        'X-VaultAPISignature-CertificateId': changes.certificateId ?? certificateId,
        'X-VaultAPISignature-ExecutionId': randomUUID(),
        'X-VaultAPISignature-RequestId': randomUUID(),
        'X-VaultAPISignature-RequestDateTime': around(0),
        'X-VaultAPISignature-RequestNotBefore': around(-1),
        'X-VaultAPISignature-RequestNotAfter': around(5),
        'X-VaultAPISignature-RequestType': 'spark_message',
        'X-VaultAPISignature-URL': url,
        'X-VaultAPISignature-VaultId': changes.vaultId ?? vault.vaultId,
      };
      const body = {
        vault_name: 'Quality',
        vault_host_name: changes.hostName ?? vault.host,
        queue_name: 'quality_changes__c',
        enter_queue_timestamp: around(0),
        send_message_timestamp: around(0),
        send_attempt: 1,
        message_id: messageId,
        message: {
          attributes: { event, ...(object === undefined ? {} : { object }), ...changes.attributes },
          items,
        },
      };
      return signed(key, { url, headers, body: JSON.stringify(body), messageId });
    },
  };
};
