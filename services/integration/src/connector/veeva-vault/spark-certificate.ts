import { type KeyObject, X509Certificate } from 'node:crypto';
import type { RemoteAnswer } from '../../remote/remote.ts';
import { AnswerTooLarge, RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import type { RemoteContext } from '../connector.ts';
import { apiUrl, getHost, idInPath } from './vault-address.ts';
import { readVault } from './vault-answer.ts';

/** A certificate is fetched again after this time, so that a withdrawn one does not stay valid. */
const CACHE_MS = 24 * 3_600_000;
/** An unknown certificate is not fetched again before. */
const UNKNOWN_MS = 10 * 60_000;
const MAX_CACHED = 1_000;
/** The most lookups at a Vault in a window, also when messages carry invented ids. */
const LOOKUPS = 10;
const WINDOW_MS = 60_000;
const CERTIFICATE_BYTES = 64 * 1024;
const MIN_BITS = 2_048;

type Entry = { certificate: X509Certificate | null; until: number };
type Window = { from: number; lookups: number };

/** The public key of a certificate of a Vault; null where the Vault has none of that id, or it is not valid now. */
export type Certificates = (context: RemoteContext, certificateId: string) => Promise<KeyObject | null>;

/**
 * Keys by which messages are verified. They come only from the Vault of the connection: of a message, the address contains only
 * the id, whose form is checked. Throws `RemoteTrouble` where the Vault does not answer, and its `RemoteRefusal` of this
 * connection, which is not cached for others.
 */
export const makeCertificates = (): Certificates => {
  const known = new Map<string, Entry>();
  const windows = new Map<string, Window>();

  const spend = (host: string, now: number): void => {
    const before = windows.get(host);
    const window = before && now - before.from < WINDOW_MS ? before : { from: now, lookups: 0 };
    if (window.lookups >= LOOKUPS) throw new RemoteTrouble('Too many unknown certificates were named.');
    windows.set(host, { ...window, lookups: window.lookups + 1 });
  };

  return async (context, certificateId) => {
    const now = context.now();
    const url = apiUrl(context.endpoints, `/services/certificate/${idInPath(certificateId)}`);
    let entry = known.get(url);
    if (!entry || entry.until <= now.getTime()) {
      spend(getHost(context.endpoints), now.getTime());
      const certificate = await fetchCertificate(context, url);
      entry = { certificate, until: now.getTime() + (certificate ? CACHE_MS : UNKNOWN_MS) };
      known.delete(url);
      known.set(url, entry);
      if (known.size > MAX_CACHED) known.delete(known.keys().next().value ?? url);
    }
    return entry.certificate && isValid(entry.certificate, now) ? entry.certificate.publicKey : null;
  };
};

const fetchCertificate = async (context: RemoteContext, url: string): Promise<X509Certificate | null> => {
  const headers = { accept: '*/*' };
  try {
    return await context.call({ url, method: 'GET', headers, keepBytes: CERTIFICATE_BYTES }, toCertificate);
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
};

/** What a Vault says of the certificate; a refusal of the user, of the session or for a while is one of this connection alone. */
const isUnknown = (error: unknown): boolean =>
  error instanceof RemoteRefusal &&
  !(error instanceof AnswerTooLarge) &&
  (error.code === 'RECORD_NOT_FOUND' || error.code === 'VALIDATION_ERROR');

const toCertificate = (answer: RemoteAnswer): X509Certificate => {
  const text = answer.body.toString('latin1').trim();
  if (answer.status !== 200 || !text.startsWith('-----BEGIN CERTIFICATE-----')) {
    readVault(answer);
    throw new RemoteTrouble('Vault answered without a certificate.');
  }
  try {
    return new X509Certificate(text);
  } catch {
    throw new RemoteTrouble('Vault answered with what is no certificate.');
  }
};

const isValid = ({ publicKey, validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  publicKey.asymmetricKeyType === 'rsa' &&
  (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_BITS &&
  validFromDate <= now &&
  now <= validToDate;
