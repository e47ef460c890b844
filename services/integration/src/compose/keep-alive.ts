import type { Kit, Runner } from '@qsc/service-kit';
import { makeKeepAlive } from '../authorization/keep-alive.ts';
import type { ConnectionParts } from './connections.ts';

/** What a test may set: how often idle sessions are looked for. */
export type KeepAliveOptions = { keepAlivePassMs?: number };

/** Keeps sessions alive that external systems would end. */
export const composeKeepAlive = (
  { clock, log }: Kit,
  { store, ...parts }: ConnectionParts,
  { keepAlivePassMs }: KeepAliveOptions,
): Runner =>
  makeKeepAlive({
    ...{ ...parts, clock, log },
    connections: store,
    ...(keepAlivePassMs === undefined ? {} : { everyMs: keepAlivePassMs }),
  });
