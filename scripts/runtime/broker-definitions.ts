import { createHash, randomBytes } from 'node:crypto';
import { BROKER, EXCHANGES } from '@qsc/contracts/events';
import type { BrokerAccess, BrokerUser, ProgramBrokerUser, Rights } from './broker-access.ts';

const EVERYTHING: Rights = { configure: '.*', write: '.*', read: '.*' };

/** How the password of a user stands in the definitions. */
export type Password = (user: BrokerUser) => object;

type Of = {
  access: BrokerAccess;
  /** Where the programs work: their virtual host has the exchanges. */
  virtualHost: string;
  /** Virtual hosts of the operator beside it. */
  others?: readonly string[];
  password?: Password;
};

/**
 * Users, rights and exchanges as RabbitMQ imports them (rabbitmq.com/docs/definitions). There is no queue among them: a queue that is
 * lost has to be noticed by its consumer, which then has sent again what was in it (docs/decisions/0002).
 */
export const brokerDefinitions = ({ access, virtualHost, others = [], password = hashed }: Of) => {
  const { operator, programs } = access;
  const vhosts = [virtualHost, ...others];
  return {
    vhosts: vhosts.map((name) => ({ name })),
    users: [operator, ...programs].map((user) => ({ name: user.name, ...password(user), tags: [] })),
    permissions: [
      ...vhosts.map((vhost) => ({ user: operator.name, vhost, ...EVERYTHING })),
      ...programs.map(({ name, rights }) => ({ user: name, vhost: virtualHost, ...rights })),
    ],
    topic_permissions: programs.flatMap((user) => topicPermissions(user, virtualHost)),
    ...(programs.length === 0 ? {} : topology(virtualHost)),
  };
};

const topicPermissions = ({ name, topics }: ProgramBrokerUser, vhost: string) =>
  topics.map((rights) => ({ user: name, vhost, ...rights }));

/** The exchanges, which users of least right find there. */
const topology = (vhost: string) => ({
  exchanges: EXCHANGES.map(({ name, type }) => ({
    name,
    type,
    vhost,
    durable: true,
    auto_delete: false,
    internal: false,
    arguments: {},
  })),
  bindings: [
    {
      vhost,
      source: BROKER.exchange,
      destination: BROKER.partitioned,
      destination_type: 'exchange',
      routing_key: '#',
      arguments: {},
    },
  ],
});

/** RabbitMQ's form of a salted SHA-256 (rabbitmq.com/docs/passwords). */
const hashed: Password = ({ password }) => {
  const salt = randomBytes(4);
  const digest = createHash('sha256').update(salt).update(password).digest();
  return {
    password_hash: Buffer.concat([salt, digest]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
  };
};
