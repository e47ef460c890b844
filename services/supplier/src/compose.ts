import {
  type Clock,
  type Composed,
  copyGrpc,
  type Kit,
  makeDueQueue,
  makeDueWorker,
  makeProjection,
  makeRecordRead,
  makeReferToDocuments,
  makeServiceClient,
  meshMember,
  type ProjectedRows,
  projectionTurnDefinition,
  type RecordRead,
  type RunningService,
  referenceGrpc,
  runCommand,
  type StartOptions,
  startService,
  subscribe,
} from '@qsc/service-kit';
import { COMPANION_KINDS, COMPANION_QUEUE, companionSubscriptions } from './companion.subscription.ts';
import type { SupplierConfig } from './config.ts';
import { type EntityClient, type EntityRecord, makeEntityClient } from './entity.client.ts';
import { makeReadInclusions } from './inclusion/inclusion.service.ts';
import {
  DueQualification,
  dueQualificationDefinition,
  makeReplacePending,
  makeTakeEffect,
} from './qualification/effective-qualification.ts';
import { qualificationRoutes } from './qualification/qualification.routes.ts';
import { makeQualificationService } from './qualification/qualification.service.ts';
import { makeQualificationStore, qualificationDefinition } from './qualification/qualification.store.ts';
import { makeActOnDue } from './qualification/scheduled-qualification.ts';
import { makeAllEvents, makeNewestEvents } from './quality-event/quality-event.client.ts';
import { makeAssemble } from './read-model/assembly.ts';
import { type ApplyChange, makeApplyChange, makeReadThrough, type ReadThrough } from './read-model/read-through.ts';
import { rebuildReadModel } from './read-model/rebuild.ts';
import { certificateRowDefinition, itemRowDefinition, qualityRowDefinition } from './read-model/source-row.ts';
import { supplierRowDefinition } from './read-model/supplier-row.ts';
import { makeListReferences } from './reference.query.ts';
import { assessmentDefinition, makeAssessmentStore } from './risk/assessment.store.ts';
import { makeReadKnown } from './risk/known.query.ts';
import { riskRoutes } from './risk/risk.routes.ts';
import { makeRiskService } from './risk/risk.service.ts';
import { READ_MODEL_KINDS, READ_MODEL_QUEUE, readModelSources } from './subscriptions.ts';
import { makeListSupplied } from './supplied-item/supplied-item.client.ts';
import { suppliedItemRoutes } from './supplied-item/supplied-item.routes.ts';
import { makeSuppliedItemService } from './supplied-item/supplied-item.service.ts';
import { makeSupplierFigures, type SupplierFigureReader } from './supplier/metric.query.ts';
import { makeReadCopy } from './supplier/record-copy.query.ts';
import { makeSupplierList } from './supplier/supplier.query.ts';
import { supplierRoutes } from './supplier/supplier.routes.ts';
import { makeSupplierService, toReadEvent } from './supplier/supplier.service.ts';
import {
  makeListCertificates,
  makeReadAll,
  makeReadNewest,
} from './supplier-certificate/supplier-certificate.client.ts';
import { supplierCertificateRoutes } from './supplier-certificate/supplier-certificate.routes.ts';
import { vendorListRoutes } from './vendor-list/vendor-list.routes.ts';
import { makeVendorListService } from './vendor-list/vendor-list.service.ts';
import { makeOpenVendors } from './vendor-list/vendor-list.store.ts';

/** The clients of other services. */
const makeClients = (config: SupplierConfig) => {
  const mesh = meshMember(config, 'supplier');
  const entities = makeEntityClient(config.ENTITY_GRPC_URL, mesh);
  const certificates = makeServiceClient('certificate', config.CERTIFICATE_GRPC_URL, mesh);
  const quality = makeServiceClient('quality', config.QUALITY_GRPC_URL, mesh);
  const close = () => {
    entities.raw.close();
    certificates.close();
    quality.close();
  };
  return { entities, certificates, quality, close };
};

type Clients = ReturnType<typeof makeClients>;

/** The parts that a supplier can be read with: what it supplies, its certificates, its quality events, its metrics. */
const makeLists = (
  figures: SupplierFigureReader,
  readThrough: ReadThrough,
  { entities, certificates, quality }: Clients,
) => {
  const suppliedItems = makeSuppliedItemService({
    listSupplied: makeListSupplied(entities.raw),
    activeByComponent: figures.activeByComponent,
  });
  const listCertificates = makeListCertificates(certificates);
  return {
    routes: [
      ...suppliedItemRoutes(suppliedItems),
      ...supplierCertificateRoutes({ listCertificates, requireSupplier: entities.getSupplier }),
    ],
    /** Everything that is linked to a supplier, for copies. */
    linked: {
      components: suppliedItems.all,
      certificates: makeReadAll(listCertificates),
      quality_events: makeAllEvents(quality),
    },
    readInclusions: makeReadInclusions({
      components: suppliedItems.all,
      certificates: makeReadNewest(listCertificates),
      quality_events: makeNewestEvents(quality),
      metrics: readThrough(figures.metrics),
    }),
  };
};

/** All collections of the service. */
export const collections = [
  supplierRowDefinition,
  itemRowDefinition,
  certificateRowDefinition,
  qualityRowDefinition,
  projectionTurnDefinition,
  qualificationDefinition,
  dueQualificationDefinition,
  assessmentDefinition,
];

/** The read model and its projection. */
const makeReadModel = ({ open, connection, log }: Kit, queue: string) => {
  const rows = {
    suppliers: open(supplierRowDefinition),
    items: open(itemRowDefinition),
    certificates: open(certificateRowDefinition),
    qualityEvents: open(qualityRowDefinition),
  };
  const projection = makeProjection({
    queue,
    sources: readModelSources(rows),
    kinds: READ_MODEL_KINDS,
    assembling: {
      rows: rows.suppliers as unknown as ProjectedRows,
      assemble: makeAssemble(rows),
      turns: open(projectionTurnDefinition),
    },
    connection,
    log,
  });
  return { rows, projection };
};

const DUE_LEASE_MS = 60_000;

type RecordParts = {
  entities: EntityClient;
  apply: ApplyChange;
  recordRead: RecordRead<EntityRecord>;
  readFigures: SupplierFigureReader['readFigures'];
  companionQueue: string;
};

/** Qualifications and assessments, which this service stores beside the record. */
const makeRecords = (kit: Kit, { entities, apply, recordRead, readFigures, companionQueue }: RecordParts) => {
  const { open, clock, localTime, log, unitOfWork, inbox } = kit;
  const leaseMs = DUE_LEASE_MS;
  const queue = makeDueQueue({ rows: open(dueQualificationDefinition), payload: DueQualification, clock, leaseMs });
  const store = makeQualificationStore(open(qualificationDefinition));
  const replacePending = makeReplacePending({ store, clock });
  const takeEffect = makeTakeEffect({ store, queue, replacePending });
  const assessments = makeAssessmentStore(open(assessmentDefinition));
  const referToDocuments = makeReferToDocuments(entities.raw);
  const parts = { entities, store, queue, takeEffect, replacePending, apply, unitOfWork, clock, localTime, log };
  const readKnown = makeReadKnown({ readFigures, entity: entities.raw });
  const subscriptions = companionSubscriptions({ takeEffect, assessments, localTime });
  return {
    store,
    assessments,
    grpc: referenceGrpc(makeListReferences(store, assessments), log),
    routes: [
      ...qualificationRoutes(makeQualificationService({ ...parts, referToDocuments })),
      ...riskRoutes(makeRiskService({ entities, store: assessments, readKnown, apply, recordRead, unitOfWork })),
    ],
    consumer: subscribe({ queue: companionQueue, subscriptions, kinds: COMPANION_KINDS, unitOfWork, inbox, log }),
    due: makeDueWorker({ name: 'qualifications', queue, act: makeActOnDue(parts), unitOfWork, clock, log, leaseMs }),
  };
};

type Options = StartOptions & {
  /**
   * The name of the read model's queue, and the prefix of the others. Another deployment on the same broker needs another one.
   */
  queue?: string;
  clock?: Clock;
};

const companionQueue = (queue: string): string => (queue === READ_MODEL_QUEUE ? COMPANION_QUEUE : `${queue}.companion`);

const composeSupplier =
  (config: SupplierConfig, { queue = READ_MODEL_QUEUE }: Options) =>
  (kit: Kit): Composed => {
    const { identity, log, unitOfWork } = kit;
    const clients = makeClients(config);
    const { rows, projection } = makeReadModel(kit, queue);
    const apply = makeApplyChange({ projection, suppliers: rows.suppliers, log });
    const readThrough = makeReadThrough({ entities: clients.entities, apply });
    const figures = makeSupplierFigures({ ...rows, localTime: kit.localTime });
    const recordRead = makeRecordRead({ unitOfWork, toEvent: toReadEvent });
    const records = makeRecords(kit, {
      entities: clients.entities,
      apply,
      recordRead,
      readFigures: readThrough(figures.readFigures),
      companionQueue: companionQueue(queue),
    });
    const lists = makeLists(figures, readThrough, clients);
    const suppliers = makeSupplierService({
      entities: clients.entities,
      list: makeSupplierList({ suppliers: rows.suppliers, localTime: kit.localTime }),
      apply,
      recordRead,
      readInclusions: lists.readInclusions,
    });
    const readCopy = makeReadCopy({ ...records, entities: clients.entities, linked: lists.linked });
    const vendorLists = makeVendorListService({
      openVendors: makeOpenVendors(rows.suppliers),
      unitOfWork,
      organizations: identity.organizations,
    });
    return {
      routes: [...vendorListRoutes(vendorLists), ...supplierRoutes(suppliers), ...records.routes, ...lists.routes],
      grpc: [records.grpc, copyGrpc(readCopy, log)],
      consumers: [projection.consumer, records.consumer],
      start: records.due.start,
      async stop() {
        await records.due.stop();
        await projection.stop();
        clients.close();
      },
    };
  };

/** Starts the supplier service. */
export const startSupplierService = (config: SupplierConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'supplier',
      config,
      collections,
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeSupplier(config, options),
    },
    options,
  );

/** Rebuilds the read model from its sources. The service may run meanwhile. Throws when a source does not answer. */
export const rebuildSuppliers = (config: SupplierConfig): Promise<void> => {
  const compose = (kit: Kit) => ({ ...makeReadModel(kit, READ_MODEL_QUEUE), ...makeClients(config), routes: [] });
  return runCommand({ name: 'supplier', config, collections, compose }, async (parts) => {
    try {
      await rebuildReadModel(parts);
    } finally {
      await parts.projection.stop();
      parts.close();
    }
  });
};
