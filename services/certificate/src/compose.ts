import { makeDocumentChecker } from '@qsc/certificate-extraction/check';
import { fileCollections, openFileStore } from '@qsc/file-store';
import {
  type Clock,
  type Composed,
  type Kit,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
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
import { extractionRoutes } from './extraction/extraction.routes.ts';
import { makeExtractionService, makeRequestExtraction } from './extraction/extraction.service.ts';
import { makeExtractionStore } from './extraction/extraction.store.ts';

/**
 * `queue`: another queue of extractions than the usual one, for tests that share a broker. `clock` sets the day that states by
 * date are told by.
 */
export type CertificateOptions = StartOptions & { queue?: string; clock?: Clock };

const compose = async (kit: Kit, config: CertificateConfig, queue: string | undefined): Promise<Composed> => {
  const { open, unitOfWork, tasks, clock, log, name } = kit;
  const [certificates, histories] = [open(certificateDefinition), open(historyDefinition)];
  const list = makeListCertificates(certificates);
  const files = await openFileStore(config, kit);
  const checker = makeDocumentChecker();
  const entity = makeEntityClient(config.ENTITY_GRPC_URL, { name, secret: config.MESH_SECRET });
  const requestExtraction = makeRequestExtraction(tasks, queue);
  const service = makeCertificateService({
    store: makeCertificateStore({ certificates, histories }),
    list,
    summarize: makeSummarizeExpiry(certificates),
    files,
    requireEntities: makeRequireEntities(entity),
    requestExtraction,
    unitOfWork,
    clock,
  });
  const store = makeExtractionStore({ certificates, histories });
  return {
    routes: [
      ...certificateRoutes(service, makeCertificateUpload({ files, checker })),
      ...extractionRoutes(makeExtractionService({ store, requestExtraction, unitOfWork })),
    ],
    grpc: [certificateGrpc({ list, scan: makeScanCertificates(certificates), clock, log })],
    checks: { files: files.isReady },
    async stop() {
      entity.close();
      files.close();
      await checker.close();
    },
  };
};

/** Starts the certificate service. */
export const startCertificateService = (
  config: CertificateConfig,
  { queue, clock, ...options }: CertificateOptions = {},
): Promise<RunningService> =>
  startService(
    {
      name: 'certificate',
      config,
      collections: [certificateDefinition, historyDefinition, ...fileCollections],
      compose: (kit) => compose(kit, config, queue),
      ...(clock ? { clock } : {}),
    },
    options,
  );
