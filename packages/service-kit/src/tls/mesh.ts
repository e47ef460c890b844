import { makeLog } from '../log.ts';
import type { MeshSecret } from '../mesh-secret.ts';
import { type MeshSecretConfig, openMeshSecret } from '../secret-file.ts';
import { type Certificates, loadCertificates } from './certificate.ts';
import type { TlsConfig } from './environment.ts';

/** The identity of a program among the others: its name, the secret of the mesh, and its certificate where the mesh has TLS. */
export type MeshMember = { name: string; secret: MeshSecret; certificates?: Certificates };

type MeshConfig = TlsConfig & MeshSecretConfig & { LOG_LEVEL?: string };

/** The member of the mesh that a program is by its configuration. Throws a sentence where its certificate cannot be had. */
export const meshMember = (config: MeshConfig, name: string): MeshMember => {
  const warn = (message: string) => (reason: string) =>
    makeLog(name, config.LOG_LEVEL ?? 'warn').warn(message, { reason });
  const certificates = loadCertificates(config, warn('the certificate could not be renewed everywhere'));
  const secret = openMeshSecret(config, warn('the secret of the mesh could not be renewed'));
  return { name, secret, ...(certificates ? { certificates } : {}) };
};
