import { createHmac } from 'node:crypto';
import { BROKER, EXCHANGES, type TaskDefinition, taskDefinitions } from '@qsc/contracts/events';
import type { Secrets } from './secrets.ts';

export type BrokerUser = { name: string; password: string };

/** What a user may do, as RabbitMQ takes it: regular expressions over the names of queues and exchanges. */
export type Rights = { configure: string; write: string; read: string };

/** What a user may send to a topic exchange and bind to it: regular expressions over routing keys. */
export type TopicRights = { exchange: string; write: string; read: string };

/** A user of a program. */
export type ProgramBrokerUser = BrokerUser & { program: string; rights: Rights; topics: readonly TopicRights[] };

/** Who may do what in a RabbitMQ of ours; data, so that a plan can hold it. */
export type BrokerAccess = { operator: BrokerUser; programs: readonly ProgramBrokerUser[] };

/** What a program does on the broker. */
export type BrokerPart = {
  /** The service whose events and tasks it sends. A worker sends what its service has committed too: they share the outbox. */
  publishes: string;
  /** What the names of its queues begin with. */
  takes?: string;
  /** The services whose events it takes by type. */
  subscribes?: readonly string[] | 'all';
  /** Whether it takes all events by their partition. */
  byPartition?: boolean;
};

/** The part of every program that keeps data. A new one is a new row; what is not named here it may not do. */
export const BROKER_PARTS: Readonly<Record<string, BrokerPart>> = {
  identity: { publishes: 'identity' },
  entity: { publishes: 'entity', takes: 'entity', subscribes: ['workflow'] },
  audit: { publishes: 'audit', takes: 'audit', byPartition: true },
  'audit-worker': { publishes: 'audit', takes: 'audit-worker' },
  supplier: { publishes: 'supplier', takes: 'supplier', subscribes: ['entity', 'certificate', 'quality'] },
  certificate: { publishes: 'certificate' },
  'certificate-worker': { publishes: 'certificate', takes: 'certificate' },
  quality: { publishes: 'quality', takes: 'quality', subscribes: ['workflow'] },
  workflow: { publishes: 'workflow', takes: 'workflow', subscribes: ['identity', 'entity', 'certificate', 'quality'] },
  webhook: { publishes: 'webhook', takes: 'webhook', subscribes: 'all' },
  integration: { publishes: 'integration', takes: 'integration', subscribes: ['entity', 'quality', 'workflow'] },
};

type Of = { secrets: Pick<Secrets, 'AMQP_PASSWORD'>; parts?: Readonly<Record<string, BrokerPart>> };

/** A user for each program, with the rights of its part. Throws where a program has none. */
export const buildBrokerAccess = (
  programs: readonly string[],
  { secrets, parts = BROKER_PARTS }: Of,
): BrokerAccess => ({
  operator: makeOperator(secrets),
  programs: programs.map((program) => {
    const part = parts[program];
    if (part === undefined) throw new Error(`${program} has no part on the broker (scripts/runtime/broker-access.ts).`);
    const name = `qsc-${program}`;
    return { program, name, password: derivePassword(secrets, name), rights: toRights(part), topics: listTopics(part) };
  }),
});

/** The user who may do anything; the scripts are, and no service. */
export const makeOperator = (secrets: Of['secrets']): BrokerUser => ({ name: 'qsc', password: secrets.AMQP_PASSWORD });

/** The user of a program. Throws when it has none. */
export const requireBrokerUser = (access: BrokerAccess, program: string): ProgramBrokerUser => {
  const user = access.programs.find((one) => one.program === program);
  if (user === undefined) throw new Error(`${program} has no user of RabbitMQ.`);
  return user;
};

const derivePassword = ({ AMQP_PASSWORD }: Of['secrets'], user: string): string =>
  createHmac('sha256', AMQP_PASSWORD).update(`user/${user}`).digest('base64url');

/** The queue without a name on which a program subscribes to the announcements of queues: RabbitMQ names it, and closes it to others. */
const UNNAMED = 'amq\\.gen-.*';

const literal = (text: string): string => text.replaceAll('.', '\\.');

const under = (prefix: string): string => `${literal(prefix)}\\..*`;

/** A regular expression that fits these and nothing else. */
const only = (alternatives: readonly string[]): string =>
  alternatives.length === 0 ? '^$' : `^(${alternatives.join('|')})$`;

/** The queues of the tasks that a program sends, and of those that it takes. */
const tasksGiven = ({ publishes }: BrokerPart): string[] =>
  queuesOfTasks(({ type }) => type.startsWith(`${publishes}.`));
const tasksTaken = ({ takes }: BrokerPart): string[] => queuesOfTasks(({ queue }) => queue.startsWith(`${takes}.`));

const queuesOfTasks = (test: (task: TaskDefinition) => boolean): string[] =>
  taskDefinitions.filter(test).map(({ queue }) => literal(queue));

/**
 * Who binds a queue writes to it and reads from the exchange; who declares one whose messages are parked elsewhere reads from it and
 * writes to that exchange (rabbitmq.com/docs/access-control).
 */
const toRights = (part: BrokerPart): Rights => {
  const { takes, subscribes, byPartition = false } = part;
  const isTaking = takes !== undefined;
  const queues = isTaking ? [UNNAMED, under(takes)] : [UNNAMED];
  const exchanges = (allowed: Readonly<Record<string, boolean>>): string[] =>
    EXCHANGES.filter(({ name }) => allowed[name]).map(({ name }) => literal(name));
  const { exchange, partitioned, incarnations, work, parked } = BROKER;
  const writes = { [exchange]: true, [partitioned]: byPartition, [incarnations]: isTaking, [parked]: isTaking };
  const reads = {
    [exchange]: subscribes !== undefined || byPartition,
    [partitioned]: byPartition,
    [incarnations]: true,
  };
  const [gives, works] = [tasksGiven(part).length > 0, tasksTaken(part).length > 0];
  return {
    configure: only(queues),
    write: only([...queues, ...exchanges({ ...writes, [work]: gives })]),
    read: only([...queues, ...exchanges({ ...reads, [parked]: isTaking, [work]: works })]),
  };
};

const subscribedTypes = ({ subscribes = [], byPartition = false }: BrokerPart): string => {
  // What is parted is bound as a whole, from one exchange to the other.
  if (byPartition) return only(['#']);
  return subscribes === 'all' ? '.*' : only(subscribes.map(under));
};

/** Nobody sends anything to where messages are parked: the broker itself does. */
const listTopics = (part: BrokerPart): TopicRights[] => [
  { exchange: BROKER.exchange, write: only([under(part.publishes)]), read: subscribedTypes(part) },
  { exchange: BROKER.work, write: only(tasksGiven(part)), read: only(tasksTaken(part)) },
  { exchange: BROKER.parked, write: only([]), read: only(part.takes === undefined ? [] : [under(part.takes)]) },
];
