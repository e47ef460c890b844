import { type FileStore, fileCollections, makeFileSweep, openFileStore } from '@qsc/file-store';
import {
  activityGrpc,
  type Change,
  type Composed,
  copyGrpc,
  type Kit,
  leaseDefinition,
  makeIsSigned,
  makeLeases,
  makeRecordRead,
  makeReservations,
  makeServiceClient,
  makeSettleTransition,
  meshMember,
  type RunningService,
  recordGrpc,
  type StartOptions,
  startService,
  subscribe,
} from '@qsc/service-kit';
import { makeIsHeld } from './audit.client.ts';
import { bulkRoutes } from './bulk/bulk.routes.ts';
import { makeBulkService } from './bulk/bulk.service.ts';
import { makeWriteEntities } from './bulk/bulk-command.service.ts';
import type { EntityConfig } from './config.ts';
import { makeOpenFile } from './document/damaged-file.ts';
import { documentRoutes } from './document/document.routes.ts';
import { makeDocumentService } from './document/document.service.ts';
import { makeDocumentUpload } from './document/document.upload.ts';
import { makeDocumentReferences } from './document/document-reference.query.ts';
import {
  type DocumentVersionStore,
  documentVersionDefinition,
  makeDocumentVersionStore,
} from './document/document-version.store.ts';
import { makeRequireRelated } from './document/related-record.ts';
import { makeCommandService } from './entity/command.service.ts';
import { makeEntityList } from './entity/entity.query.ts';
import { entityRoutes } from './entity/entity.routes.ts';
import { makeEntityService } from './entity/entity.service.ts';
import { entityDefinition, historyDefinition, makeEntityStore, totalDefinition } from './entity/entity.store.ts';
import type { Entity } from './entity/entity.ts';
import { makeEntityWriter, makeReadRecorded, toReadEvent } from './entity/entity-writer.ts';
import { makeFindEntities, makeListOwnChanges, makeScanEntities } from './entity/for-services.query.ts';
import { makeReadCopy } from './entity/record-copy.query.ts';
import { entityGrpc } from './entity.grpc.ts';
import { makeListReferences, makeReferenceClient } from './reference.client.ts';
import { makeListInbound } from './relationship/inbound.query.ts';
import { makeListNeighbours } from './relationship/neighbour.query.ts';
import { relationshipRoutes } from './relationship/relationship.routes.ts';
import { makeRelationshipService } from './relationship/relationship.service.ts';
import { makeListSuppliedItems } from './relationship/supplied-item.query.ts';
import { searchRoutes } from './search/search.routes.ts';
import { makeSearchClient, makeSearchService } from './search/search.service.ts';
import { entityTransitions, makeEntityOwner } from './transition/entity-owner.ts';
import { TRANSITION_QUEUE, transitionSubscriptions } from './transition/transition.subscription.ts';

type Options = StartOptions & {
  /** The name of the queue of transitions; another deployment on the same broker needs another one. */
  queue?: string;
};

const composeStore = (
  { open, unitOfWork, inbox, clock, log }: Kit,
  { config, queue }: { config: EntityConfig; queue: string },
) => {
  const collections = {
    entities: open(entityDefinition),
    totals: open(totalDefinition),
    histories: open(historyDefinition),
  };
  const workflow = makeServiceClient('workflow', config.WORKFLOW_GRPC_URL, meshMember(config, 'entity'));
  const store = makeEntityStore({ ...collections, requireFree: (entity) => reservations.requireFree(entity) });
  const settleTransition = makeSettleTransition(workflow);
  const reservations = makeReservations({ ...entityTransitions(store), settleTransition, unitOfWork, clock });
  return {
    ...collections,
    store,
    grpc: recordGrpc(makeEntityOwner(reservations), log),
    isSigned: makeIsSigned(workflow),
    consumer: subscribe({ queue, subscriptions: transitionSubscriptions(reservations), unitOfWork, inbox, log }),
    stop: workflow.close,
  };
};

/** The files of a document that is removed for good go with it. */
const makeReleaseFiles =
  (versions: DocumentVersionStore, files: Pick<FileStore, 'release'>) =>
  async ({ org_id, id }: Entity): Promise<Change[]> => {
    const removed = await versions.removal(org_id, id);
    return [...removed.changes, ...removed.files.map((file) => files.release(org_id, file))];
  };

const composeEntity =
  (config: EntityConfig, { queue = TRANSITION_QUEUE }: Options) =>
  async (kit: Kit): Promise<Composed> => {
    const { open, unitOfWork, takeCommand, takeCommands, clock, log } = kit;
    const { store, entities, totals, histories, ...transitions } = composeStore(kit, { config, queue });
    const writer = makeEntityWriter({ store, unitOfWork });
    const versions = makeDocumentVersionStore(open(documentVersionDefinition));
    const files = await openFileStore(config, kit);
    const sweep = makeFileSweep({ files, leases: makeLeases({ rows: open(leaseDefinition), clock }), clock, log });
    const readRecorded = makeReadRecorded(store, makeRecordRead({ unitOfWork, toEvent: toReadEvent }));
    const mesh = meshMember(config, 'entity');
    const audit = makeServiceClient('audit', config.AUDIT_GRPC_URL, mesh);
    const referring = [
      makeReferenceClient(config.SUPPLIER_GRPC_URL, 'supplier', mesh),
      makeReferenceClient(config.CERTIFICATE_GRPC_URL, 'certificate', mesh),
      makeReferenceClient(config.QUALITY_GRPC_URL, 'quality', mesh),
    ];
    const searching = {
      certificates: makeSearchClient(config.CERTIFICATE_GRPC_URL, 'certificate', mesh),
      qualityEvents: makeSearchClient(config.QUALITY_GRPC_URL, 'quality', mesh),
    };
    const related = {
      quality: makeServiceClient('quality', config.QUALITY_GRPC_URL, mesh),
      certificate: makeServiceClient('certificate', config.CERTIFICATE_GRPC_URL, mesh),
    };
    const listInbound = makeListInbound(entities);
    const documents = makeDocumentService({
      entities,
      store,
      versions,
      files,
      readRecorded,
      unitOfWork,
      openFile: makeOpenFile({ files, versions, unitOfWork }),
      requireRelated: makeRequireRelated({ store, ...related }),
    });
    const entityService = makeEntityService({
      store,
      writer,
      list: makeEntityList({ entities, totals }),
      unitOfWork,
      readRecorded,
      isSigned: transitions.isSigned,
      isHeld: makeIsHeld(audit),
      listReferences: makeListReferences(referring),
      releaseFiles: makeReleaseFiles(versions, files),
    });
    return {
      routes: [
        ...bulkRoutes(makeBulkService({ store, unitOfWork })),
        ...entityRoutes(entityService),
        ...documentRoutes(documents, makeDocumentUpload(files)),
        ...searchRoutes(makeSearchService(entities, searching)),
        ...relationshipRoutes(makeRelationshipService({ store, readRecorded, unitOfWork, listInbound })),
      ],
      grpc: [
        entityGrpc({
          store,
          commands: makeCommandService(writer),
          takeCommand,
          listSuppliedItems: makeListSuppliedItems({ entities, store }),
          listNeighbours: makeListNeighbours(entities),
          scan: makeScanEntities(entities),
          find: makeFindEntities(entities),
          documents: makeDocumentReferences(entities),
          write: makeWriteEntities(store, takeCommands),
          log,
        }),
        transitions.grpc,
        activityGrpc(makeListOwnChanges(histories), log),
        copyGrpc(makeReadCopy({ store, listInbound }), log),
      ],
      consumers: [transitions.consumer],
      checks: { files: files.isReady },
      start: (signal) => void sweep.start(signal),
      async stop() {
        await sweep.stop();
        transitions.stop();
        files.close();
        audit.close();
        for (const client of [...referring, ...Object.values(searching), ...Object.values(related)]) client.close();
      },
    };
  };

/** Starts the entity service. */
export const startEntityService = (config: EntityConfig, options: Options = {}): Promise<RunningService> => {
  const collections = [
    ...[entityDefinition, historyDefinition, totalDefinition],
    ...[documentVersionDefinition, leaseDefinition, ...fileCollections],
  ];
  return startService({ name: 'entity', config, collections, compose: composeEntity(config, options) }, options);
};
