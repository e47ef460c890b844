import { loadService, makeGrpcClient, meshMember } from '@qsc/service-kit';
import type { SupplierConfig } from '../config.ts';
import { makeEntityClient } from '../entity.client.ts';

/** The clients of other services. */
export const makeClients = (config: SupplierConfig) => {
  const mesh = meshMember(config, 'supplier');
  const definition = loadService('certificate/v1/certificate.proto', 'qsc.certificate.v1.CertificateService');
  const entities = makeEntityClient(config.ENTITY_GRPC_URL, mesh);
  const certificates = makeGrpcClient({ address: config.CERTIFICATE_GRPC_URL, name: 'certificate', definition }, mesh);
  const qualityService = loadService('quality/v1/quality.proto', 'qsc.quality.v1.QualityService');
  const quality = makeGrpcClient(
    { address: config.QUALITY_GRPC_URL, name: 'quality', definition: qualityService },
    mesh,
  );
  const close = () => {
    entities.raw.close();
    certificates.close();
    quality.close();
  };
  return { entities, certificates, quality, close };
};

export type Clients = ReturnType<typeof makeClients>;
