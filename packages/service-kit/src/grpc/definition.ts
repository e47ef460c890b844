import { fileURLToPath } from 'node:url';
import { type GrpcObject, loadPackageDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const PROTO_ROOT = fileURLToPath(new URL('../../../../proto/', import.meta.url));

/** What each file declares: read once for a process, however many clients and servers it has. */
const loaded = new Map<string, GrpcObject>();

const load = (file: string): GrpcObject => {
  const known = loaded.get(file);
  if (known) return known;
  const read = loadPackageDefinition(
    loadSync(file, {
      includeDirs: [PROTO_ROOT],
      keepCase: true,
      longs: Number,
      enums: String,
      defaults: true,
      oneofs: true,
    }),
  );
  loaded.set(file, read);
  return read;
};

/**
 * The definition of a mesh service from its only copy under `proto/`.
 * @param file such as `identity/v1/identity.proto`
 * @param name the full service name, such as `qsc.identity.v1.IdentityService`
 */
export const loadService = (file: string, name: string): ServiceDefinition => {
  const found = name
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], load(file));
  const service = (found as { service?: ServiceDefinition } | undefined)?.service;
  if (!service) throw new Error(`proto/${file} holds no service ${name}.`);
  return service;
};

/** The services that have calls of their own under `proto/<name>/v1`. */
export type ServiceName = 'audit' | 'certificate' | 'entity' | 'identity' | 'quality' | 'workflow';

/** The definition of a service's own calls. */
export const serviceDefinition = (name: ServiceName): ServiceDefinition => {
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return loadService(`${name}/v1/${name}.proto`, `qsc.${name}.v1.${title}Service`);
};
