import { loadService, makeGrpcClient } from '@qsc/service-kit';
import type { QualityConfig } from '../config.ts';

/** The services that it asks. */
export const makeClients = (config: QualityConfig) => {
  const mesh = { name: 'quality', secret: config.MESH_SECRET };
  const entityService = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
  const workflowService = loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService');
  const entity = makeGrpcClient({ address: config.ENTITY_GRPC_URL, name: 'entity', definition: entityService }, mesh);
  const workflow = makeGrpcClient(
    { address: config.WORKFLOW_GRPC_URL, name: 'workflow', definition: workflowService },
    mesh,
  );
  const close = () => {
    entity.close();
    workflow.close();
  };
  return { entity, workflow, close };
};

export type Clients = ReturnType<typeof makeClients>;
