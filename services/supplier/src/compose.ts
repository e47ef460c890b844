import {
  type Clock,
  type Composed,
  type Kit,
  type RunningService,
  runCommand,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { COMPANION_QUEUE } from './companion.subscription.ts';
import { makeClients } from './compose/clients.ts';
import { makeLists } from './compose/lists.ts';
import { collections, makeReadModel } from './compose/read-model.ts';
import { makeRecords } from './compose/records.ts';
import type { SupplierConfig } from './config.ts';
import { makeApplyChange } from './read-model/apply-change.ts';
import { makeReadThrough } from './read-model/read-through.ts';
import { rebuildReadModel } from './read-model/rebuild.ts';
import { fillTextKeys } from './read-model/supplier-row.ts';
import { READ_MODEL_QUEUE } from './subscriptions.ts';
import { makeSupplierFigures } from './supplier/metric.query.ts';
import { makeRecordRead } from './supplier/record-read.ts';
import { makeSupplierList } from './supplier/supplier.query.ts';
import { supplierRoutes } from './supplier/supplier.routes.ts';
import { makeSupplierService } from './supplier/supplier.service.ts';
import { vendorListRoutes } from './vendor-list/vendor-list.routes.ts';
import { makeVendorListService } from './vendor-list/vendor-list.service.ts';
import { makeOpenVendors } from './vendor-list/vendor-list.store.ts';

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
    if (!identity) throw new Error('The supplier service needs the identity service.');
    const clients = makeClients(config);
    const { rows, projection } = makeReadModel(kit, queue);
    const apply = makeApplyChange({ projection, suppliers: rows.suppliers, log });
    const readThrough = makeReadThrough({ entities: clients.entities, apply });
    const figures = makeSupplierFigures({ ...rows, localTime: kit.localTime });
    const recordRead = makeRecordRead({ organizations: identity.organizations, unitOfWork });
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
    const vendorLists = makeVendorListService({
      openVendors: makeOpenVendors(rows.suppliers),
      unitOfWork,
      organizations: identity.organizations,
    });
    return {
      routes: [...vendorListRoutes(vendorLists), ...supplierRoutes(suppliers), ...records.routes, ...lists.routes],
      grpc: records.grpc,
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
      migrations: [fillTextKeys],
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
