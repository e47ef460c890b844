import { entityEvents } from './entity.ts';
import type { EventDefinition } from './envelope.ts';
import { identityEvents } from './identity.ts';

export * from './entity.ts';
export * from './envelope.ts';
export * from './identity.ts';

/** Every event of the mesh, by producer. A new producer adds a file beside this one and a row here. */
export const eventsByProducer: Record<string, Record<string, EventDefinition>> = {
  entity: entityEvents,
  identity: identityEvents,
};

/** Every event definition by its type. */
export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  Object.values(eventsByProducer).flatMap((events) =>
    Object.values(events).map((event) => [event.type, event] as const),
  ),
);

/** The exchanges, and the number of audit partitions that organisations are hashed onto (fixed for the life of a deployment). */
export const BROKER = { exchange: 'qsc.events', partitioned: 'qsc.events.partitioned', partitions: 8 } as const;
