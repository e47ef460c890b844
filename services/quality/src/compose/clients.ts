import { loadService, makeGrpcClient, makeWorkflowClient } from '@qsc/service-kit';
import type { QualityConfig } from '../config.ts';

/** The services that it asks. */
export const makeClients = (config: QualityConfig) => {
  const mesh = { name: 'quality', secret: config.MESH_SECRET };
  const entityService = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
  const entity = makeGrpcClient({ address: config.ENTITY_GRPC_URL, name: 'entity', definition: entityService }, mesh);
  const workflow = makeWorkflowClient(config.WORKFLOW_GRPC_URL, mesh);
  const close = () => {
    entity.close();
    workflow.close();
  };
  return { entity, workflow, close };
};

export type Clients = ReturnType<typeof makeClients>;
