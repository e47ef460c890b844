import {
  type Clock,
  type Composed,
  type Kit,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { type ConnectionOptions, composeConnections, connectionCollections } from './compose/connections.ts';
import { composeInbound, inboundCollections } from './compose/inbound.ts';
import type { IntegrationConfig } from './config.ts';
import type { Connectors } from './connector/connectors.ts';
import { CONNECTORS } from './connector/registry.ts';

export type IntegrationOptions = StartOptions &
  ConnectionOptions & {
    clock?: Clock;
    /** Kinds of external systems beside those of the registry, or in their place. */
    connectors?: Connectors;
  };

const composeIntegration =
  (config: IntegrationConfig, { connectors: given, ...options }: IntegrationOptions) =>
  (kit: Kit): Composed => {
    const connectors = { ...CONNECTORS, ...given };
    const connections = composeConnections(kit, config, {
      ...options,
      connectors,
      onChange: () => inbound.onConnectionChange(),
    });
    const inbound = composeInbound(kit, config, { connections, onNotice: () => {} });
    return {
      routes: [...connections.routes, ...inbound.routes],
      stop: () => connections.stop(),
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
      collections: [...connectionCollections, ...inboundCollections],
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeIntegration(config, options),
    },
    options,
  );
