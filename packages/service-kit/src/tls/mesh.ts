import { type Certificates, certificatesOf } from './certificate.ts';
import type { TlsConfig } from './environment.ts';

/** As what a program speaks with the others: its name, the secret of the mesh, and its certificate where the mesh has TLS. */
export type MeshMember = { name: string; secret: string; certificates?: Certificates };

/** The member of the mesh that a program is by its configuration. Throws a sentence where its certificate cannot be had. */
export const meshMember = (config: TlsConfig & { MESH_SECRET: string }, name: string): MeshMember => {
  const certificates = certificatesOf(config);
  return { name, secret: config.MESH_SECRET, ...(certificates ? { certificates } : {}) };
};
