import type { Clock, Collection } from '@qsc/service-kit';
import type { Definitions } from '../definition/definitions.ts';
import type { StoredInstance, StoredMove } from '../instance/instance.store.ts';
import { makeReadSums } from '../metric/metric.query.ts';
import { metricRoutes } from '../metric/metric.routes.ts';
import { makeReadWorkflowMetrics } from '../metric/metric.service.ts';

type Parts = {
  instances: Collection<StoredInstance>;
  moves: Collection<StoredMove>;
  definitions: Definitions;
  clock: Clock;
};

/** The endpoint of metrics over instances and their moves. */
export const makeMetricRoutes = ({ instances, moves, definitions, clock }: Parts) =>
  metricRoutes(makeReadWorkflowMetrics({ definitions, readSums: makeReadSums({ instances, moves }), clock }));
