import {
  activityGrpc,
  type Clock,
  type Composed,
  type Kit,
  type RunningService,
  referenceGrpc,
  type StartOptions,
  searchGrpc,
  startService,
  subscribe,
} from '@qsc/service-kit';
import { makeCommandService } from './command.service.ts';
import { makeCapaRoutes, makeMetricRoutes } from './compose/capas.ts';
import { makeClients } from './compose/clients.ts';
import { eventCollections, makeEventStore, makeEvents } from './compose/events.ts';
import { makeImpactRoutes } from './compose/impact.ts';
import type { QualityConfig } from './config.ts';
import { qualityGrpc } from './quality.grpc.ts';
import { makeCheckAttachable } from './quality-event/attachable.query.ts';
import { makeKnownEvents } from './quality-event/known-event.query.ts';
import { makeListOwnChanges } from './quality-event/own-change.query.ts';
import { qualityEventRoutes } from './quality-event/quality-event.routes.ts';
import { fillSearchWords } from './quality-event/quality-event.store.ts';
import { makeListReferences } from './quality-event/reference.query.ts';
import { makeScanQualityEvents } from './quality-event/scan.query.ts';
import { makeSearch } from './quality-event/search.query.ts';
import { subscriptions, TRANSITIONS_QUEUE } from './subscriptions.ts';

type Options = StartOptions & {
  /** The name of the queue of transitions. Another deployment on the same broker needs another one. */
  queue?: string;
  clock?: Clock;
};

const composeQuality =
  (config: QualityConfig, { queue = TRANSITIONS_QUEUE }: Options) =>
  (kit: Kit): Composed => {
    const { log, unitOfWork, inbox, takeCommand } = kit;
    const clients = makeClients(config);
    const parts = makeEventStore(kit, clients);
    const { events, records, recordRead } = makeEvents(kit, parts);
    const scan = makeScanQualityEvents(parts.collections.events);
    const known = makeKnownEvents(parts.collections.events);
    const commands = makeCommandService({ events, takeCommand });
    return {
      routes: [
        ...makeMetricRoutes(kit, parts),
        ...qualityEventRoutes(events),
        ...makeCapaRoutes(kit, clients, { ...parts, recordRead }),
        ...makeImpactRoutes(kit, clients, parts),
      ],
      grpc: [
        ...qualityGrpc({
          events,
          records,
          scan,
          known,
          checkAttachable: makeCheckAttachable(parts.store),
          commands,
          log,
        }),
        activityGrpc(makeListOwnChanges(parts.collections.events), log),
        referenceGrpc(makeListReferences(parts.collections.events), log),
        searchGrpc(makeSearch(parts.collections.events), log),
      ],
      consumers: [subscribe({ queue, subscriptions: subscriptions(parts.transitions), unitOfWork, inbox, log })],
      start: parts.overdue.start,
      async stop() {
        await parts.overdue.stop();
        clients.close();
      },
    };
  };

/** Starts the quality service. */
export const startQualityService = (config: QualityConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'quality',
      config,
      collections: eventCollections,
      migrations: [fillSearchWords],
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeQuality(config, options),
    },
    options,
  );
