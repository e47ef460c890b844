import { makeDocumentChecker } from '@qsc/certificate-extraction/check';
import { fileCollections, openFileStore } from '@qsc/file-store';
import { type Composed, type Kit, type RunningService, type StartOptions, startService } from '@qsc/service-kit';
import { makeListCertificates } from './certificate/certificate.query.ts';
import { certificateRoutes } from './certificate/certificate.routes.ts';
import { makeCertificateService } from './certificate/certificate.service.ts';
import { certificateDefinition, historyDefinition, makeCertificateStore } from './certificate/certificate.store.ts';
import { makeCertificateUpload } from './certificate/certificate.upload.ts';
import { makeSummarizeExpiry } from './certificate/expiry-summary.query.ts';
import { makeScanCertificates } from './certificate/scan.query.ts';
import { certificateGrpc } from './certificate.grpc.ts';
import type { CertificateConfig } from './config.ts';
import { makeEntityClient, makeRequireEntities } from './entity-client.ts';

/** Certificates, their histories and the marks of their files: what each program of the service opens. */
export const certificateCollections = [certificateDefinition, historyDefinition, ...fileCollections] as const;

const compose =
  (config: CertificateConfig) =>
  async (kit: Kit): Promise<Composed> => {
    const { open, unitOfWork, clock, log, name } = kit;
    const certificates = open(certificateDefinition);
    const list = makeListCertificates(certificates);
    const files = await openFileStore(config, kit);
    const checker = makeDocumentChecker();
    const entity = makeEntityClient(config.ENTITY_GRPC_URL, { name, secret: config.MESH_SECRET });
    const service = makeCertificateService({
      store: makeCertificateStore({ certificates, histories: open(historyDefinition) }),
      list,
      summarize: makeSummarizeExpiry(certificates),
      files,
      requireEntities: makeRequireEntities(entity),
      onUploaded: () => [],
      unitOfWork,
      clock,
    });
    return {
      routes: certificateRoutes(service, makeCertificateUpload({ files, checker })),
      grpc: [certificateGrpc({ list, scan: makeScanCertificates(certificates), clock, log })],
      checks: { files: files.isReady },
      async stop() {
        entity.close();
        files.close();
        await checker.close();
      },
    };
  };

/** Starts the certificate service. `clock` sets the day that states by date are told by. */
export const startCertificateService = (
  config: CertificateConfig,
  { clock, ...options }: StartOptions & { clock?: () => Date } = {},
): Promise<RunningService> =>
  startService(
    {
      name: 'certificate',
      config,
      collections: [...certificateCollections],
      compose: compose(config),
      ...(clock ? { clock } : {}),
    },
    options,
  );
