import {
  type Composed,
  type Kit,
  makeLog,
  type RunningService,
  type ServiceConfig,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { bulkRoutes } from './bulk/bulk.routes.ts';
import { makeBulkService } from './bulk/bulk.service.ts';
import { makeCommandService } from './entity/command.service.ts';
import { makeEntityList } from './entity/entity.query.ts';
import { entityRoutes } from './entity/entity.routes.ts';
import { makeEntityService } from './entity/entity.service.ts';
import { entityDefinition, historyDefinition, makeEntityStore, totalDefinition } from './entity/entity.store.ts';
import { makeEntityWriter } from './entity/entity-writer.ts';
import { makeScanEntities } from './entity/scan.query.ts';
import { fillSupplierCodes } from './entity/supplier-code.migration.ts';
import { countEntities } from './entity/total.migration.ts';
import { entityGrpc } from './entity.grpc.ts';
import { makeListInbound } from './relationship/inbound.query.ts';
import { relationshipRoutes } from './relationship/relationship.routes.ts';
import { makeRelationshipService } from './relationship/relationship.service.ts';
import { makeListSuppliedItems } from './relationship/supplied-item.query.ts';

const compose = ({ open, unitOfWork, takeCommand, identity, log }: Kit): Composed => {
  if (!identity) throw new Error('The entity service needs the identity service.');
  const entities = open(entityDefinition);
  const totals = open(totalDefinition);
  const store = makeEntityStore({ entities, histories: open(historyDefinition), totals });
  const writer = makeEntityWriter({ store, unitOfWork });
  const entityService = makeEntityService({
    store,
    writer,
    list: makeEntityList({ entities, totals }),
    unitOfWork,
    organizations: identity.organizations,
  });
  return {
    routes: [
      ...bulkRoutes(makeBulkService({ store, unitOfWork })),
      ...entityRoutes(entityService),
      ...relationshipRoutes(makeRelationshipService({ store, unitOfWork, listInbound: makeListInbound(entities) })),
    ],
    grpc: [
      entityGrpc({
        store,
        commands: makeCommandService(writer),
        takeCommand,
        listSuppliedItems: makeListSuppliedItems({ entities, store }),
        scan: makeScanEntities(entities),
        log,
      }),
    ],
  };
};

/** Starts the entity service. */
export const startEntityService = (config: ServiceConfig, options: StartOptions = {}): Promise<RunningService> => {
  const collections = [entityDefinition, historyDefinition, totalDefinition];
  const migrations = [countEntities, fillSupplierCodes(makeLog('entity', config.LOG_LEVEL))];
  return startService({ name: 'entity', config, collections, migrations, compose }, options);
};
