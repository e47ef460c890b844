import { amqpFrameLength, mongoFrameLength } from '../wire/framing.ts';
import { Wire } from '../wire/wire.ts';

/** The two ways that a service has to where data is kept. */
export type Wires = { mongodb: Wire; rabbitmq: Wire };

/** Opens both ways for one service. */
export const openWires = async (ports: { mongodb: number; rabbitmq: number }): Promise<Wires> => ({
  mongodb: await Wire.open({ target: ports.mongodb, lengthOf: mongoFrameLength, renames: true }),
  rabbitmq: await Wire.open({ target: ports.rabbitmq, lengthOf: amqpFrameLength, renames: false }),
});

/** The environment of a service whose ways lead through the wires. */
export const wiredEnvironment = (
  environment: Readonly<Record<string, string>>,
  { mongodb, rabbitmq }: Wires,
): Record<string, string> => ({
  ...environment,
  MONGODB_URI: withPort(environment.MONGODB_URI ?? '', mongodb.port),
  AMQP_URL: withPort(environment.AMQP_URL ?? '', rabbitmq.port),
});

const withPort = (address: string, port: number): string => address.replace(/:\d+(?=\/|$)/, `:${port}`);
