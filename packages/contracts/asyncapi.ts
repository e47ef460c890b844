// Writes docs/asyncapi.json from the event schemas; with `--check`, only says whether it is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { BROKER, Envelope, eventDefinitions, Task, taskDefinitions } from './src/events/index.ts';

const FILE = new URL('../../docs/asyncapi.json', import.meta.url);

const toName = (type: string): string => type.replaceAll(/[.-]/g, '_');

const toSchema = (shape: z.ZodType) => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  return schema;
};

const eventMessages = Object.fromEntries(
  [...eventDefinitions.values()].map(({ type, summary, payload }) => [
    toName(type),
    {
      name: type,
      summary,
      contentType: 'application/cloudevents+json',
      payload: {
        allOf: [
          { $ref: '#/components/schemas/Envelope' },
          {
            type: 'object',
            properties: {
              type: { const: type },
              data: { type: 'object', properties: { record: toSchema(payload) } },
            },
          },
        ],
      },
    },
  ]),
);

const taskMessages = Object.fromEntries(
  taskDefinitions.map(({ type, summary, payload }) => [
    toName(type),
    {
      name: type,
      summary,
      contentType: 'application/json',
      payload: {
        allOf: [
          { $ref: '#/components/schemas/Task' },
          { type: 'object', properties: { type: { const: type }, payload: toSchema(payload) } },
        ],
      },
    },
  ]),
);

const eventChannels = Object.fromEntries(
  [...eventDefinitions.keys()].map((type) => [
    toName(type),
    {
      address: type,
      messages: { [toName(type)]: { $ref: `#/components/messages/${toName(type)}` } },
      bindings: { amqp: { is: 'routingKey', exchange: { name: BROKER.exchange, type: 'topic', durable: true } } },
    },
  ]),
);

const taskChannels = Object.fromEntries(
  taskDefinitions.map(({ type, queue }) => [
    toName(type),
    {
      address: queue,
      messages: { [toName(type)]: { $ref: `#/components/messages/${toName(type)}` } },
      bindings: { amqp: { is: 'routingKey', exchange: { name: BROKER.work, type: 'topic', durable: true } } },
    },
  ]),
);

const channels = { ...eventChannels, ...taskChannels };

const operations = Object.fromEntries(
  Object.keys(channels).map((name) => [name, { action: 'send', channel: { $ref: `#/channels/${name}` } }]),
);

const document = {
  asyncapi: '3.0.0',
  info: {
    title: 'Domain events and tasks',
    version: '1',
    description:
      'Domain events: CloudEvents 1.0 on one topic exchange; the routing key is the type, followed by the kind of record where the event has an audit entry; bind a queue by the type and `.#`. Tasks: what a service gives to a program of its own, on an exchange apart.',
  },
  channels,
  operations,
  components: {
    schemas: { Envelope: toSchema(Envelope), Task: toSchema(Task) },
    messages: { ...eventMessages, ...taskMessages },
  },
};

const text = `${JSON.stringify(document, null, 2)}\n`;

if (process.argv.includes('--check')) {
  let current = '';
  try {
    current = readFileSync(FILE, 'utf8');
  } catch {}
  if (current !== text) {
    process.stderr.write('docs/asyncapi.json is out of date. Run: pnpm asyncapi\n');
    process.exitCode = 1;
  }
} else writeFileSync(FILE, text);
