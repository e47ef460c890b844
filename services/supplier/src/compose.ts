import {
  type Clock,
  type Composed,
  type Kit,
  loadService,
  makeDueQueue,
  makeDueWorker,
  makeGrpcClient,
  makeProjection,
  projectionTurnDefinition,
  type RunningService,
  runCommand,
  type StartOptions,
  startService,
  subscribe,
} from '@qsc/service-kit';
import { COMPANION_QUEUE, companionSubscriptions } from './companion.subscription.ts';
import type { SupplierConfig } from './config.ts';
import { type EntityClient, makeEntityClient } from './entity.client.ts';
import { makeReadInclusions } from './inclusion/inclusion.service.ts';
import { makeRequireDocuments } from './qualification/document.query.ts';
import {
  DueQualification,
  dueQualificationDefinition,
  makeTakeEffect,
} from './qualification/effective-qualification.ts';
import { qualificationRoutes } from './qualification/qualification.routes.ts';
import { makeQualificationService } from './qualification/qualification.service.ts';
import { makeQualificationStore, qualificationDefinition } from './qualification/qualification.store.ts';
import { makeActOnDue } from './qualification/scheduled-qualification.ts';
import { type ApplyChange, makeApplyChange } from './read-model/apply-change.ts';
import { makeAssemble } from './read-model/assembly.ts';
import { rebuildReadModel } from './read-model/rebuild.ts';
import { certificateRowDefinition, itemRowDefinition, qualityRowDefinition } from './read-model/source-row.ts';
import { supplierRowDefinition } from './read-model/supplier-row.ts';
import { assessmentDefinition, makeAssessmentStore } from './risk/assessment.store.ts';
import { makeKnownOf } from './risk/known.query.ts';
import { riskRoutes } from './risk/risk.routes.ts';
import { makeRiskService } from './risk/risk.service.ts';
import { READ_MODEL_QUEUE, type ReadModelRows, readModelSources } from './subscriptions.ts';
import { makeListSupplied } from './supplied-item/supplied-item.client.ts';
import { suppliedItemRoutes } from './supplied-item/supplied-item.routes.ts';
import { makeSuppliedItemService } from './supplied-item/supplied-item.service.ts';
import { makeStandings } from './supplier/metric.query.ts';
import { makeSupplierList } from './supplier/supplier.query.ts';
import { supplierRoutes } from './supplier/supplier.routes.ts';
import { makeSupplierService } from './supplier/supplier.service.ts';
import { makeListCertificates, newestOf } from './supplier-certificate/supplier-certificate.client.ts';
import { supplierCertificateRoutes } from './supplier-certificate/supplier-certificate.routes.ts';
import { vendorListRoutes } from './vendor-list/vendor-list.routes.ts';
import { makeVendorListService } from './vendor-list/vendor-list.service.ts';
import { makeOpenVendors } from './vendor-list/vendor-list.store.ts';

type Options = StartOptions & {
  /** The name of the read model's queue, and the beginning of the others; another deployment on the same broker needs another one. */
  queue?: string;
  clock?: Clock;
};

const collections = [
  supplierRowDefinition,
  itemRowDefinition,
  certificateRowDefinition,
  qualityRowDefinition,
  projectionTurnDefinition,
  qualificationDefinition,
  dueQualificationDefinition,
  assessmentDefinition,
];

const DUE_LEASE_MS = 60_000;

/** The read model with what keeps it. */
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
    assembling: { assemble: makeAssemble(rows), turns: open(projectionTurnDefinition) },
    connection,
    log,
  });
  return { rows, projection };
};

const makeClients = (config: SupplierConfig) => {
  const mesh = { name: 'supplier', secret: config.MESH_SECRET };
  const definition = loadService('certificate/v1/certificate.proto', 'qsc.certificate.v1.CertificateService');
  const entities = makeEntityClient(config.ENTITY_GRPC_URL, mesh);
  const certificates = makeGrpcClient({ address: config.CERTIFICATE_GRPC_URL, name: 'certificate', definition }, mesh);
  const close = () => {
    entities.raw.close();
    certificates.close();
  };
  return { entities, certificates, close };
};

/** What a supplier is shown with: what it supplies, its certificates, its metrics. */
const makeLists = (rows: ReadModelRows, { entities, certificates }: ReturnType<typeof makeClients>, { clock }: Kit) => {
  const standings = makeStandings({ ...rows, clock });
  const suppliedItems = makeSuppliedItemService({
    listSupplied: makeListSupplied(entities.raw),
    activeByComponent: standings.activeByComponent,
  });
  const listCertificates = makeListCertificates(certificates);
  return {
    routes: [
      ...suppliedItemRoutes(suppliedItems),
      ...supplierCertificateRoutes({ listCertificates, requireSupplier: entities.getSupplier }),
    ],
    readInclusions: makeReadInclusions({
      components: suppliedItems.all,
      certificates: newestOf(listCertificates),
      metrics: standings.metrics,
    }),
  };
};

const companionQueueOf = (queue: string): string =>
  queue === READ_MODEL_QUEUE ? COMPANION_QUEUE : `${queue}.companion`;

type RecordParts = {
  entities: EntityClient;
  apply: ApplyChange;
  rows: ReturnType<typeof makeReadModel>['rows'];
  companionQueue: string;
};

/** Qualifications and assessments, which this service keeps beside the record. */
const makeRecords = (kit: Kit, { entities, apply, rows, companionQueue }: RecordParts) => {
  const { open, clock, log, unitOfWork, inbox } = kit;
  const leaseMs = DUE_LEASE_MS;
  const queue = makeDueQueue({ rows: open(dueQualificationDefinition), payload: DueQualification, clock, leaseMs });
  const store = makeQualificationStore(open(qualificationDefinition));
  const takeEffect = makeTakeEffect({ store, queue });
  const assessments = makeAssessmentStore(open(assessmentDefinition));
  const requireDocuments = makeRequireDocuments(entities.raw);
  const parts = { entities, store, queue, takeEffect, apply, unitOfWork, clock, log };
  const { standing } = makeStandings({ ...rows, clock });
  const knownOf = makeKnownOf({ standing, entity: entities.raw });
  const subscriptions = companionSubscriptions({ takeEffect, assessments });
  return {
    routes: [
      ...qualificationRoutes(makeQualificationService({ ...parts, requireDocuments })),
      ...riskRoutes(makeRiskService({ entities, store: assessments, knownOf, apply, unitOfWork })),
    ],
    consumer: subscribe({ queue: companionQueue, subscriptions, unitOfWork, inbox, log }),
    due: makeDueWorker({ name: 'qualifications', queue, act: makeActOnDue(parts), unitOfWork, clock, log, leaseMs }),
  };
};

const composeSupplier =
  (config: SupplierConfig, { queue = READ_MODEL_QUEUE }: Options) =>
  (kit: Kit): Composed => {
    const { clock, identity, log, unitOfWork } = kit;
    if (!identity) throw new Error('The supplier service needs the identity service.');
    const clients = makeClients(config);
    const { rows, projection } = makeReadModel(kit, queue);
    const lists = makeLists(rows, clients, kit);
    const apply = makeApplyChange({ projection, suppliers: rows.suppliers, log });
    const records = makeRecords(kit, {
      entities: clients.entities,
      apply,
      rows,
      companionQueue: companionQueueOf(queue),
    });
    const suppliers = makeSupplierService({
      entities: clients.entities,
      list: makeSupplierList({ suppliers: rows.suppliers, clock }),
      apply,
      unitOfWork,
      organizations: identity.organizations,
      readInclusions: lists.readInclusions,
    });
    const vendorLists = makeVendorListService({
      openVendors: makeOpenVendors({ suppliers: rows.suppliers, connection: kit.connection }),
      unitOfWork,
      organizations: identity.organizations,
    });
    return {
      routes: [...vendorListRoutes(vendorLists), ...supplierRoutes(suppliers), ...lists.routes, ...records.routes],
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

/** Builds the read model anew from its sources; the service may run meanwhile. Throws when a source does not answer. */
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
