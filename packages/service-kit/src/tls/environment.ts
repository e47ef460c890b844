import { z } from 'zod';
import { StartFault } from '../start-fault.ts';

/** A file of a certificate, a key or an authority, in PEM. */
const file = z.string().optional();

/** What a program of a mesh with TLS reads from its environment; without the files it speaks plainly. */
export const tlsEnvironment = {
  /** The program's own certificate, with those between it and the authority; for clients and for other programs. */
  TLS_CERT_FILE: file,
  TLS_KEY_FILE: file,
  /** Whose certificates the programs of the mesh have. */
  TLS_CA_FILE: file,
  /** Who may ask over HTTP: `mesh` those alone who show a certificate of the mesh, but for probes and the description of the API. */
  TLS_HTTP_CLIENTS: z.enum(['any', 'mesh']).optional(),
} as const;

/** The typed form of `tlsEnvironment`; what is left out counts as not set. */
export type TlsConfig = Partial<z.infer<z.ZodObject<typeof tlsEnvironment>>>;

/** Where the certificate of a program, its key and the mesh's authority lie. */
export type CertificateFiles = { cert: string; key: string; ca: string };

/** The files that are set, or null where none is. Throws a sentence where some are missing. */
export const findCertificateFiles = (config: TlsConfig): CertificateFiles | null => {
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TLS_CA_FILE: ca } = config;
  if (cert !== undefined && key !== undefined && ca !== undefined) return { cert, key, ca };
  if (cert !== undefined || key !== undefined || ca !== undefined || config.TLS_HTTP_CLIENTS === 'mesh')
    throw new StartFault(
      'Set TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE, or none of them and no TLS_HTTP_CLIENTS=mesh.',
    );
  return null;
};
