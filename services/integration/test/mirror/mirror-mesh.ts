import { randomUUID } from 'node:crypto';
import { startService } from '@qsc/service-kit';
import { type EventTap, tapEvents } from '@qsc/test-kit';
import { startCertificateService } from '../../../certificate/src/compose.ts';
import { EMBEDDED_FILES } from '../../../certificate/test/mesh.ts';
import { type Client, type QualityMesh, startQualityMesh } from '../../../quality/test/mesh.ts';
import { composeLocal, localCollections } from '../../src/compose.ts';

/** What integration takes over into the real entity, quality, workflow and certificate services. */
export type MirrorMesh = Omit<ReturnType<typeof composeLocal>, 'close'> & {
  services: QualityMesh;
  tap: EventTap;
  certificateApi(orgId: string): Client;
  close(): Promise<void>;
};

/** Starts it. */
export const startMirrorMesh = async (): Promise<MirrorMesh> => {
  const services = await startQualityMesh();
  const { config } = services;
  const certificate = await startCertificateService(
    { ...config, ...EMBEDDED_FILES },
    { queue: `test.${randomUUID()}` },
  );
  const addresses = {
    ...config,
    QUALITY_GRPC_URL: `127.0.0.1:${services.quality.grpcPort}`,
    CERTIFICATE_GRPC_URL: `127.0.0.1:${certificate.grpcPort}`,
  };
  const composed: ReturnType<typeof composeLocal>[] = [];
  const integration = await startService({
    name: 'integration',
    config,
    collections: localCollections,
    compose(kit) {
      const local = composeLocal(kit, addresses);
      composed.push(local);
      return { routes: [], stop: local.close };
    },
  });
  const [local] = composed;
  if (!local) throw new Error('It was not composed.');
  const tap = await tapEvents(config.AMQP_URL);
  return {
    ...local,
    services,
    tap,
    certificateApi: (orgId) => services.api({ orgId }, certificate),
    async close() {
      await tap.close();
      await integration.stop();
      await certificate.stop();
      await services.stop();
    },
  };
};
