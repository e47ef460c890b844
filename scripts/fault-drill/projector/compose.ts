import { entityEvents } from '@qsc/contracts/events';
import {
  type Composed,
  type Kit,
  loadConfig,
  makeProjection,
  projectionSource,
  projects,
  type RunningService,
  type StartOptions,
  serviceEnvironment,
  startService,
} from '@qsc/service-kit';
import { PROJECTION_QUEUE, toRow, viewDefinition } from './view.ts';

const { created, updated, deleted, restored, purged } = entityEvents;

const compose = ({ open, connection, log }: Kit): Composed => {
  const projection = makeProjection({
    queue: PROJECTION_QUEUE,
    sources: [
      projectionSource(open(viewDefinition), [
        projects(created, toRow),
        projects(updated, toRow),
        projects(deleted, toRow),
        projects(restored, toRow),
        projects(purged, (event, record) => ({ ...toRow(event, record), gone: true })),
      ]),
    ],
    connection,
    log,
  });
  return { routes: [], consumers: [projection.consumer], stop: projection.stop };
};

/** Starts a process that keeps a read model of the entities, for the drill to compare. */
export const startProjector = (options: StartOptions): Promise<RunningService> =>
  startService(
    {
      name: 'projector',
      config: loadConfig(serviceEnvironment, process.env),
      collections: [viewDefinition],
      compose,
    },
    options,
  );
