import { makeDocumentChecker } from '@qsc/certificate-extraction/check';
import { openFileStore } from '@qsc/file-store';
import {
  type AnyRoute,
  activityGrpc,
  type Composed,
  copyGrpc,
  type Kit,
  makeRecordRead,
  makeServiceClient,
  meshMember,
  type RunningService,
  referenceGrpc,
  type StartOptions,
  searchGrpc,
  startService,
} from '@qsc/service-kit';
import { alertCollections, alertDefinition, alertRuleDefinition, makeAlertStore } from './alert/alert.store.ts';
import { alertRuleRoutes } from './alert/alert-rule.routes.ts';
import { makeAlertRuleService } from './alert/alert-rule.service.ts';
import { makeListCertificates } from './certificate/certificate.query.ts';
import { certificateRoutes } from './certificate/certificate.routes.ts';
import { makeCertificateService } from './certificate/certificate.service.ts';
import {
  certificateCollections,
  certificateDefinition,
  historyDefinition,
  makeCertificateStore,
  makeReadRecorded,
} from './certificate/certificate.store.ts';
import { makeCertificateUpload } from './certificate/certificate.upload.ts';
import { toReadEvent } from './certificate/certificate-snapshot.ts';
import { makeSummarizeExpiry } from './certificate/expiry-summary.query.ts';
import {
  makeFindCertificates,
  makeListBatches,
  makeListOwnChanges,
  makeListReferences,
  makeScanCertificates,
  makeSearch,
} from './certificate/for-services.query.ts';
import { makeReadCopy } from './certificate/record-copy.query.ts';
import { makeTakeUpload } from './certificate/upload.command.ts';
import { certificateGrpc } from './certificate.grpc.ts';
import type { CertificateConfig } from './config.ts';
import { makeRequireEntities } from './entity-client.ts';
import { extractionRoutes } from './extraction/extraction.routes.ts';
import { makeExtractionService, makeRequestExtraction } from './extraction/extraction.service.ts';

/**
 * `clock` sets the day of states by date; `queue` is another queue of extractions than the usual one, for tests
 * that share a broker.
 */
export type CertificateOptions = StartOptions & { clock?: () => Date; queue?: string };

const makeAlertRules = ({ open, unitOfWork }: Kit): AnyRoute[] => {
  const rules = open(alertRuleDefinition);
  const store = makeAlertStore({ rules, alerts: open(alertDefinition) });
  return alertRuleRoutes(makeAlertRuleService({ rules, store, unitOfWork }));
};

const compose =
  (config: CertificateConfig, queue: string | undefined) =>
  async (kit: Kit): Promise<Composed> => {
    const { open, unitOfWork, takeCommand, localTime, log, name, tasks } = kit;
    const certificates = open(certificateDefinition);
    const histories = open(historyDefinition);
    const store = makeCertificateStore({ certificates, histories });
    const requestExtraction = makeRequestExtraction(tasks, queue);
    const readRecorded = makeReadRecorded(store, makeRecordRead({ unitOfWork, toEvent: toReadEvent }));
    const list = makeListCertificates(certificates);
    const files = await openFileStore(config, kit);
    const checker = makeDocumentChecker();
    const entity = makeServiceClient('entity', config.ENTITY_GRPC_URL, meshMember(config, name));
    const service = makeCertificateService({
      store,
      list,
      summarize: makeSummarizeExpiry(certificates),
      files,
      requireEntities: makeRequireEntities(entity),
      requestExtraction,
      readRecorded,
      unitOfWork,
      localTime,
    });
    const upload = makeCertificateUpload({ files, checker });
    return {
      routes: [
        ...makeAlertRules(kit),
        ...extractionRoutes(makeExtractionService({ store, requestExtraction, readRecorded, unitOfWork })),
        ...certificateRoutes(service, upload),
      ],
      grpc: [
        certificateGrpc({
          list,
          listBatches: makeListBatches(certificates),
          scan: makeScanCertificates(certificates),
          find: makeFindCertificates(certificates),
          takeUpload: makeTakeUpload({ certificates: service, upload, takeCommand }),
          localTime,
          log,
        }),
        activityGrpc(makeListOwnChanges(histories), log),
        referenceGrpc(makeListReferences(certificates), log),
        searchGrpc(makeSearch(certificates, localTime), log),
        copyGrpc(makeReadCopy({ store, localTime }), log),
      ],
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
  { clock, queue, ...options }: CertificateOptions = {},
): Promise<RunningService> =>
  startService(
    {
      name: 'certificate',
      config,
      collections: [...certificateCollections, ...alertCollections],
      compose: compose(config, queue),
      ...(clock ? { clock } : {}),
    },
    options,
  );
