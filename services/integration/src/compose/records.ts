import type { Kit } from '@qsc/service-kit';
import type { IntegrationConfig } from '../config.ts';
import { connectEntities } from '../local/entity.client.ts';
import { makeLocalRecords } from '../local/local-records.ts';
import { connectQuality } from '../local/quality-event.client.ts';

/** The records of the mesh, by the services that keep them. */
export const composeRecords = ({ name }: Kit, config: IntegrationConfig) => {
  const mesh = { name, secret: config.MESH_SECRET };
  const entity = connectEntities(config.ENTITY_GRPC_URL, mesh);
  const quality = connectQuality(config.QUALITY_GRPC_URL, mesh);
  return {
    records: makeLocalRecords({ entity, quality }),
    close() {
      entity.close();
      quality.close();
    },
  };
};
