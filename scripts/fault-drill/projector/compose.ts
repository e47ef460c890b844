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
import { PROJECTION_QUEUE, rowOf, viewDefinition } from './view.ts';

const { created, updated, deleted, restored, purged } = entityEvents;

const compose = ({ open, connection, log }: Kit): Composed => {
  const projection = makeProjection({
    queue: PROJECTION_QUEUE,
    sources: [
      projectionSource(open(viewDefinition), [
        projects(created, rowOf),
        projects(updated, rowOf),
        projects(deleted, rowOf),
        projects(restored, rowOf),
        projects(purged, (event, record) => ({ ...rowOf(event, record), gone: true })),
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
