import {
  type Composed,
  type Kit,
  type RunningService,
  type ServiceConfig,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { certificateDefinition, historyDefinition } from './certificate/certificate.store.ts';
import { extractionRoutes } from './extraction/extraction.routes.ts';
import { makeExtractionService, makeRequestExtraction } from './extraction/extraction.service.ts';
import { makeExtractionStore } from './extraction/extraction.store.ts';

/** `queue`: another queue of extractions than the usual one, for tests that share a broker. */
export type CertificateOptions = StartOptions & { queue?: string };

const compose = ({ open, unitOfWork, tasks }: Kit, queue: string | undefined): Composed => {
  const store = makeExtractionStore({ certificates: open(certificateDefinition), histories: open(historyDefinition) });
  const requestExtraction = makeRequestExtraction(tasks, queue);
  return { routes: extractionRoutes(makeExtractionService({ store, requestExtraction, unitOfWork })) };
};

/** Starts the certificate service. */
export const startCertificateService = (
  config: ServiceConfig,
  { queue, ...options }: CertificateOptions = {},
): Promise<RunningService> =>
  startService(
    {
      name: 'certificate',
      config,
      collections: [certificateDefinition, historyDefinition],
      compose: (kit) => compose(kit, queue),
    },
    options,
  );
