import { makeLog } from '../log.ts';
import { type Certificates, certificatesOf } from './certificate.ts';
import type { TlsConfig } from './environment.ts';

/** As what a program speaks with the others: its name, the secret of the mesh, and its certificate where the mesh has TLS. */
export type MeshMember = { name: string; secret: string; certificates?: Certificates };

type MeshConfig = TlsConfig & { MESH_SECRET: string; LOG_LEVEL?: string };

/** The member of the mesh that a program is by its configuration. Throws a sentence where its certificate cannot be had. */
export const meshMember = (config: MeshConfig, name: string): MeshMember => {
  const warn = (reason: string) =>
    makeLog(name, config.LOG_LEVEL ?? 'warn').warn('the certificate could not be renewed everywhere', { reason });
  const certificates = certificatesOf(config, warn);
  return { name, secret: config.MESH_SECRET, ...(certificates ? { certificates } : {}) };
};
