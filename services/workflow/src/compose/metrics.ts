import type { Clock, Collection } from '@qsc/service-kit';
import type { Definitions } from '../definition/definitions.ts';
import type { StoredInstance, StoredTransition } from '../instance/instance.store.ts';
import { makeReadSums } from '../metric/metric.query.ts';
import { metricRoutes } from '../metric/metric.routes.ts';
import { makeReadWorkflowMetrics } from '../metric/metric.service.ts';

type Parts = {
  instances: Collection<StoredInstance>;
  transitions: Collection<StoredTransition>;
  definitions: Definitions;
  clock: Clock;
};

/** The endpoint of metrics over instances and their transitions. */
export const makeMetricRoutes = ({ instances, transitions, definitions, clock }: Parts) =>
  metricRoutes(makeReadWorkflowMetrics({ definitions, readSums: makeReadSums({ instances, transitions }), clock }));
