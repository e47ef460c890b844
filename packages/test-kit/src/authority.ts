import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of a certificate of an authority, as a program reads them. */
export type IssuedFiles = { TLS_CERT_FILE: string; TLS_KEY_FILE: string; TLS_CA_FILE: string };

/** An authority of a test: certificates for this machine, by openssl, valid for a day. */
export type Authority = {
  /** Issues a certificate by this name. */
  issue(name: string): IssuedFiles;
  close(): void;
};

const NAMES = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
const KIND = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];

/** Makes an authority with a folder of its own. */
export const makeAuthority = (): Authority => {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  const toPath = (name: string) => join(folder, name);
  const make = (name: string, how: string[]) => {
    const [key, cert] = [toPath(`${name}.key`), toPath(`${name}.pem`)];
    const subject = ['-subj', `/CN=${name}`, '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', ...KIND, ...how, ...subject], { stdio: 'ignore' });
    return { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TLS_CA_FILE: toPath('authority.pem') };
  };
  const { TLS_CERT_FILE, TLS_KEY_FILE } = make('authority', []);
  return {
    issue: (name) => make(name, ['-CA', TLS_CERT_FILE, '-CAkey', TLS_KEY_FILE, '-addext', NAMES]),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Puts one certificate in the place of another, as a renewal does. */
export const replaceFiles = (place: IssuedFiles, by: IssuedFiles): void => {
  copyFileSync(by.TLS_CERT_FILE, place.TLS_CERT_FILE);
  copyFileSync(by.TLS_KEY_FILE, place.TLS_KEY_FILE);
};
