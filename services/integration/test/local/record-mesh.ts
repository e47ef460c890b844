import { makeServiceClient } from '@qsc/service-kit';
import { startQualityMesh } from '../../../quality/test/mesh.ts';
import { makeLocalRecords } from '../../src/local/local-records.ts';

/** The real entity, quality and workflow services, and the records of the mesh as integration reaches them. */
export const startRecordMesh = async () => {
  const services = await startQualityMesh();
  const mesh = { name: 'integration', secret: services.identity.meshSecret };
  const entity = makeServiceClient('entity', services.config.ENTITY_GRPC_URL, mesh);
  const quality = makeServiceClient('quality', `127.0.0.1:${services.quality.grpcPort}`, mesh);
  return {
    services,
    entity,
    quality,
    records: makeLocalRecords({ entity, quality }),
    async stop() {
      entity.close();
      quality.close();
      await services.stop();
    },
  };
};

export type RecordMesh = Awaited<ReturnType<typeof startRecordMesh>>;
