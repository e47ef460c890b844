import {
  type Clock,
  type Composed,
  type Kit,
  loadService,
  makeGrpcClient,
  makeProjection,
  projectionTurnDefinition,
  type RunningService,
  runCommand,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import type { SupplierConfig } from './config.ts';
import { makeEntityClient } from './entity.client.ts';
import { makeReadInclusions } from './inclusion/inclusion.service.ts';
import { makeApplyChange } from './read-model/apply-change.ts';
import { makeAssemble } from './read-model/assembly.ts';
import { rebuildReadModel } from './read-model/rebuild.ts';
import { certificateRowDefinition, itemRowDefinition, qualityRowDefinition } from './read-model/source-row.ts';
import { supplierRowDefinition } from './read-model/supplier-row.ts';
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
  /** The name of the queue; another deployment on the same broker needs another one. */
  queue?: string;
  clock?: Clock;
};

const collections = [
  supplierRowDefinition,
  itemRowDefinition,
  certificateRowDefinition,
  qualityRowDefinition,
  projectionTurnDefinition,
];

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

const composeSupplier =
  (config: SupplierConfig, { queue = READ_MODEL_QUEUE }: Options) =>
  (kit: Kit): Composed => {
    const { clock, identity, log, unitOfWork } = kit;
    if (!identity) throw new Error('The supplier service needs the identity service.');
    const clients = makeClients(config);
    const { rows, projection } = makeReadModel(kit, queue);
    const lists = makeLists(rows, clients, kit);
    const suppliers = makeSupplierService({
      entities: clients.entities,
      list: makeSupplierList({ suppliers: rows.suppliers, clock }),
      apply: makeApplyChange({ projection, suppliers: rows.suppliers, log }),
      unitOfWork,
      organizations: identity.organizations,
      readInclusions: lists.readInclusions,
    });
    const vendorLists = makeVendorListService({
      openVendors: makeOpenVendors(rows.suppliers),
      unitOfWork,
      organizations: identity.organizations,
    });
    return {
      routes: [...vendorListRoutes(vendorLists), ...supplierRoutes(suppliers), ...lists.routes],
      consumers: [projection.consumer],
      async stop() {
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
