import { loadService, makeGrpcClient, makeWorkflowClient, meshMember } from '@qsc/service-kit';
import type { QualityConfig } from '../config.ts';

/** The clients of other services. */
export const makeClients = (config: QualityConfig) => {
  const mesh = meshMember(config, 'quality');
  const entityService = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
  const certificateService = loadService('certificate/v1/certificate.proto', 'qsc.certificate.v1.CertificateService');
  const entity = makeGrpcClient({ address: config.ENTITY_GRPC_URL, name: 'entity', definition: entityService }, mesh);
  const workflow = makeWorkflowClient(config.WORKFLOW_GRPC_URL, mesh);
  const certificate = makeGrpcClient(
    { address: config.CERTIFICATE_GRPC_URL, name: 'certificate', definition: certificateService },
    mesh,
  );
  const close = () => {
    entity.close();
    certificate.close();
    workflow.close();
  };
  return { entity, certificate, workflow, close };
};

export type Clients = ReturnType<typeof makeClients>;
