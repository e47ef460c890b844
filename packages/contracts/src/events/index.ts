import { auditEvents, auditTasks } from './audit.ts';
import { certificateEvents, certificateTasks } from './certificate.ts';
import { entityEvents } from './entity.ts';
import type { EventDefinition } from './envelope.ts';
import { identityEvents } from './identity.ts';
import { integrationEvents } from './integration.ts';
import { qualityEvents } from './quality.ts';
import { supplierEvents } from './supplier.ts';
import type { TaskDefinition } from './task.ts';
import { webhookEvents } from './webhook.ts';
import { workflowEvents } from './workflow.ts';

export * from './audit.ts';
export * from './certificate.ts';
export * from './entity.ts';
export * from './envelope.ts';
export * from './identity.ts';
export * from './integration.ts';
export * from './quality.ts';
export * from './supplier.ts';
export * from './task.ts';
export * from './webhook.ts';
export * from './workflow.ts';

/** Every event of the mesh, by producer. A new producer adds a file beside this one and a row here. */
export const eventsByProducer: Record<string, Record<string, EventDefinition>> = {
  audit: auditEvents,
  certificate: certificateEvents,
  entity: entityEvents,
  identity: identityEvents,
  integration: integrationEvents,
  quality: qualityEvents,
  supplier: supplierEvents,
  webhook: webhookEvents,
  workflow: workflowEvents,
};

/** Every event definition by its type. */
export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  Object.values(eventsByProducer).flatMap((events) =>
    Object.values(events).map((event) => [event.type, event] as const),
  ),
);

/** Every kind of work that a service gives to a program of its own. */
export const taskDefinitions: readonly TaskDefinition[] = [
  ...Object.values(auditTasks),
  ...Object.values(certificateTasks),
];

/**
 * The exchanges (`incarnations`: announcements of queues, by which producers find those that were lost; `work`: tasks, by the queue that they wait in; `parked`: what
 * nobody can take, by the queue where it is kept), and the number of audit partitions that organisations are hashed onto (raised
 * in the order of docs/scale.md, never lowered).
 */
export const BROKER = {
  exchange: 'qsc.events',
  partitioned: 'qsc.events.partitioned',
  incarnations: 'qsc.incarnations',
  work: 'qsc.tasks',
  parked: 'qsc.parked',
  partitions: 8,
} as const;

/** A durable exchange of the mesh. */
export type Exchange = { name: string; type: 'topic' | 'headers' | 'fanout' };

/**
 * Every exchange, in the order of their declaration. What holds messages of several services is a topic exchange, since RabbitMQ gives
 * rights by routing key on those alone.
 */
export const EXCHANGES: readonly Exchange[] = [
  { name: BROKER.exchange, type: 'topic' },
  { name: BROKER.partitioned, type: 'headers' },
  { name: BROKER.incarnations, type: 'fanout' },
  { name: BROKER.work, type: 'topic' },
  { name: BROKER.parked, type: 'topic' },
];

/** The queue of one audit partition; a test that shares a broker names its queues by another prefix. */
export const auditQueueName = (partition: number, prefix = 'audit'): string => `${prefix}.p${partition}`;

/** Every durable queue of the mesh, so that whoever looks after them need not guess. A new consumer adds its own. */
export const QUEUES: readonly string[] = [
  ...Array.from({ length: BROKER.partitions }, (_, partition) => auditQueueName(partition)),
  ...taskDefinitions.map(({ queue }) => queue),
  'supplier.read-model',
  'supplier.companion',
  'quality.transitions',
  'entity.transitions',
  'workflow.starts',
  'workflow.reactions',
  'webhook.events',
  'webhook.events.notices',
  'integration.local-changes',
];

/** Where messages wait that the queue's consumer could not take, for someone to look at and replay. */
export const parkingQueueName = (queue: string): string => `${queue}.parking`;
