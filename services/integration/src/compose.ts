import {
  type Clock,
  type Composed,
  type Kit,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { composeConflicts, conflictCollections } from './compose/conflict.ts';
import { type ConnectionOptions, composeConnections, connectionCollections } from './compose/connections.ts';
import { composeInbound, inboundCollections } from './compose/inbound.ts';
import { composeLocal, localCollections } from './compose/local.ts';
import { composeSync, openSyncStores, type SyncOptions, syncCollections } from './compose/sync.ts';
import type { IntegrationConfig } from './config.ts';
import type { Connectors } from './connector/connector.ts';
import { CONNECTORS } from './connector/registry.ts';
import { toOrphan } from './orphan/orphan.ts';
import { makeReread } from './sync/reread.ts';

export type IntegrationOptions = StartOptions &
  ConnectionOptions &
  SyncOptions & {
    clock?: Clock;
    /** Connectors beside those of the registry, or instead of them. */
    connectors?: Connectors;
  };

const composeIntegration =
  (config: IntegrationConfig, { connectors: given, ...options }: IntegrationOptions) =>
  (kit: Kit): Composed => {
    const connectors = { ...CONNECTORS, ...given };
    const stores = openSyncStores(kit);
    const connections = composeConnections(kit, config, {
      ...options,
      connectors,
      reread: makeReread(stores),
      leave(before, after) {
        const orphan = toOrphan(before, after, kit.clock());
        return orphan ? [stores.orphans.insert(orphan)] : [];
      },
      onChange(connection) {
        inbound.onConnectionChange();
        sync.onConnection(connection);
      },
    });
    const inbound = composeInbound(kit, config, { connections, onNotice: () => sync.wake() });
    const { records, mirror, close } = composeLocal(kit, config);
    const { notices } = inbound;
    const conflicts = composeConflicts(kit, { connections: connections.store, links: stores.links, records });
    const sync = composeSync(
      kit,
      {
        stores,
        connections,
        conflicts: conflicts.store,
        pendingDecisions: conflicts.pendingDecisions,
        notices,
        records,
        mirror,
      },
      options,
    );
    return {
      routes: [...connections.routes, ...inbound.routes, ...sync.routes, ...conflicts.routes],
      consumers: sync.consumers,
      start(signal) {
        connections.start(signal);
        sync.start(signal);
      },
      async stop() {
        await sync.stop();
        await connections.stop();
        close();
      },
    };
  };

/** Starts the integration service. */
export const startIntegrationService = (
  config: IntegrationConfig,
  options: IntegrationOptions = {},
): Promise<RunningService> =>
  startService(
    {
      name: 'integration',
      config,
      collections: [
        ...connectionCollections,
        ...inboundCollections,
        ...conflictCollections,
        ...localCollections,
        ...syncCollections,
      ],
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeIntegration(config, options),
    },
    options,
  );
