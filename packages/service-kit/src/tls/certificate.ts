import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type ChannelCredentials, credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import { StartFault } from '../start-fault.ts';
import { certificatesIn, trustMesh } from './authority.ts';
import { type CertificateFiles, findCertificateFiles, type TlsConfig } from './environment.ts';

/** A certificate with its key, and the authority that others' certificates have to be of. */
export type Certificate = { cert: Buffer; key: Buffer; ca: Buffer };

/** The certificate of this program, read again when its files change, so that it is renewed without a restart. */
export type Certificates = {
  current(): Certificate;
  /** Calls with each new certificate, until what it gives back is called. */
  onRenewal(listener: (certificate: Certificate) => void): () => void;
  /** Reads the files now instead of within half a minute. Throws a sentence where they are not used. */
  renew(): void;
  /** Reads them as it does twice a minute: warns, once of each failure, where they are not used. */
  look(): void;
  /** Whether the files were not used when they were looked at last. */
  isFailing(): boolean;
  /** Of a gRPC server that answers the mesh alone. */
  serverCredentials(): ServerCredentials;
  /** Of a gRPC client that shows this certificate and asks for one of the mesh. */
  channelCredentials(): ChannelCredentials;
};

const LOOK_EVERY_MS = 30_000;

/** Reads the files and tries them. Throws a sentence that names the file, or the certificate that does not fit its key. */
const read = (files: CertificateFiles): Certificate => {
  const read = (path: string): Buffer => {
    try {
      return readFileSync(path);
    } catch (error) {
      throw new StartFault(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    }
  };
  const certificate = { cert: read(files.cert), key: read(files.key), ca: read(files.ca) };
  try {
    createSecureContext(certificate);
    certificatesIn(certificate.ca);
  } catch {
    // The reason may hold parts of the key.
    throw new StartFault(
      `${files.cert}, ${files.key} and ${files.ca} are no certificate with its key and an authority.`,
    );
  }
  return certificate;
};

const isSame = (one: Certificate, other: Certificate): boolean =>
  one.cert.equals(other.cert) && one.key.equals(other.key) && one.ca.equals(other.ca);

type Listener = (certificate: Certificate) => void;

/** The certificate as gRPC takes it: given to each listener at once, and with each renewal. */
const makeProvider = (listen: (listener: Listener) => () => void): experimental.CertificateProvider => {
  const ends = new Map<unknown, () => void>();
  const add = (key: unknown, listener: Listener): void => void ends.set(key, listen(listener));
  const remove = (key: unknown): void => {
    ends.get(key)?.();
    ends.delete(key);
  };
  return {
    addCaCertificateListener: (listener) => add(listener, ({ ca }) => listener({ caCertificate: ca })),
    removeCaCertificateListener: remove,
    addIdentityCertificateListener: (listener) =>
      add(listener, ({ cert, key }) => listener({ certificate: cert, privateKey: key })),
    removeIdentityCertificateListener: remove,
  };
};

/** Tells each, also where another throws. Throws a sentence where one did; the reason may hold parts of the key. */
const notifyAll = (listeners: Iterable<Listener>, certificate: Certificate): void => {
  let failed = 0;
  for (const listener of listeners) {
    try {
      listener(certificate);
    } catch {
      failed += 1;
    }
  }
  if (failed > 0)
    throw new Error(`The renewed certificate was not taken everywhere: ${failed} went on with the former.`);
};

/** What tells of a renewal that failed. */
export type Warn = (reason: string) => void;

const openCertificates = (files: CertificateFiles, warn: Warn): Certificates => {
  let current = read(files);
  const listeners = new Set<Listener>();
  trustMesh(current.ca);
  let isReported = true;
  const renew = (): void => {
    const found = read(files);
    if (isReported && isSame(found, current)) return;
    trustMesh(found.ca);
    current = found;
    isReported = false;
    notifyAll(listeners, current);
    isReported = true;
  };
  // Files that are being replaced may not fit each other for a moment: what was good stays until they do.
  let reported: string | undefined;
  const look = (): void => {
    try {
      renew();
      reported = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== reported) warn(message);
      reported = message;
    }
  };
  setInterval(look, LOOK_EVERY_MS).unref();
  const onRenewal = (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const provider = makeProvider((listener) => {
    process.nextTick(() => listener(current));
    return onRenewal(listener);
  });
  return {
    current: () => current,
    onRenewal,
    renew,
    look,
    isFailing: () => reported !== undefined,
    serverCredentials: () => experimental.createCertificateProviderServerCredentials(provider, provider, true),
    channelCredentials: () => experimental.createCertificateProviderChannelCredentials(provider, provider),
  };
};

const opened = new Map<string, Certificates>();

/**
 * The certificate that the configuration names, one for all parts of the process, or null where the mesh speaks plainly. Throws a
 * sentence where a file is missing or does not fit. Who asks first is warned, once of each failure, when it is not renewed.
 */
export const loadCertificates = (config: TlsConfig, warn: Warn = () => {}): Certificates | null => {
  const files = findCertificateFiles(config);
  if (files === null) return null;
  const name = JSON.stringify(files);
  const known = opened.get(name) ?? openCertificates(files, warn);
  opened.set(name, known);
  return known;
};

/** What a gRPC client without TLS has. */
export const plainChannel = (): ChannelCredentials => credentials.createInsecure();

/** What a gRPC server without TLS has. */
export const plainServer = (): ServerCredentials => ServerCredentials.createInsecure();
