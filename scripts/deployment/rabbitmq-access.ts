import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrokerAccess, buildBrokerAccess, type ProgramBrokerUser } from '../runtime/broker-access.ts';
import { brokerDefinitions } from '../runtime/broker-definitions.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { DATA_PROGRAMS } from './mongodb-access.ts';

export const DEFINITIONS = join(REPOSITORY, 'deploy/rabbitmq/definitions.json');

const OPERATOR = 'AMQP_PASSWORD';

/** The variable that holds the password of a program's user of RabbitMQ. */
export const amqpPasswordVariable = (program: string): string =>
  `${OPERATOR}_${program.toUpperCase().replaceAll('-', '_')}`;

/** Who asks how long queues are, which wants a user and no right: KEDA, where it scales by them. */
const SCALER: ProgramBrokerUser = {
  program: 'scaler',
  name: 'qsc-scaler',
  password: '',
  rights: { configure: '^$', write: '^$', read: '^$' },
  topics: [],
};

const deployedAccess = (): BrokerAccess => {
  const { operator, programs } = buildBrokerAccess(DATA_PROGRAMS, { secrets: { AMQP_PASSWORD: '' } });
  return { operator, programs: [...programs, SCALER] };
};

/** Where definitions.sh puts the value of a variable. */
const toPlaceholder = (variable: string): string => `\${${variable}}`;

/** The variables that deploy/rabbitmq/definitions.sh asks for. */
export const AMQP_PASSWORDS: readonly string[] = [
  OPERATOR,
  ...deployedAccess().programs.map(({ program }) => amqpPasswordVariable(program)),
];

/** Users, rights and exchanges as deploy/rabbitmq/definitions.sh completes them: passwords by the name of their variable. */
export const rabbitmqDefinitions = (): string => {
  const access = deployedAccess();
  const variables = new Map(access.programs.map(({ name, program }) => [name, amqpPasswordVariable(program)]));
  const definitions = brokerDefinitions({
    access,
    virtualHost: toPlaceholder('AMQP_VHOST'),
    password: ({ name }) => ({ password: toPlaceholder(variables.get(name) ?? OPERATOR) }),
  });
  return `${JSON.stringify(definitions, null, 2)}\n`;
};

if (import.meta.main) writeFileSync(DEFINITIONS, rabbitmqDefinitions());
