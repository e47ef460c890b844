import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext, setDefaultCACertificates } from 'node:tls';

/** One of perhaps several, while an authority takes the place of another. */
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a file of authorities. Throws where there is none, or one of them cannot be read. */
export const certificatesIn = (text: Buffer): X509Certificate[] => {
  const found = text.toString().match(PEM);
  if (!found) throw new Error('There is no certificate.');
  return found.map((one) => new X509Certificate(one));
};

let given: readonly string[] | undefined;

/** The authorities that Node trusted when the process began: the public ones, and those of `NODE_EXTRA_CA_CERTS`. */
export const givenAuthorities = (): readonly string[] => (given ??= getCACertificates('default'));

/** Trusts the mesh's authorities beside the given ones, where a connection names none. Throws where one cannot be read. */
export const trustMesh = (ca: Buffer): void => {
  setDefaultCACertificates([...givenAuthorities(), ...certificatesIn(ca).map(String)]);
};

let outside: SecureContext | undefined;

/** For connections out of the mesh: trusts the given authorities and not the mesh's, which vouch for no customer's address. */
export const outsideContext = (): SecureContext => (outside ??= createSecureContext({ ca: [...givenAuthorities()] }));
