import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Arrivals, ReceiverKind, Requested } from './receivers.ts';

/** Receivers of webhooks in a process of their own, so that what they cost is not the sender's. They are asked by messages. */

const SLOW_MS = 10_000;
const KEPT_BODIES = 1_000;

let arrivals: Arrivals = { count: 0, first_ms: 0, last_ms: 0, delays_ms: [] };
let bodies = new Map<string, string>();

/** Takes what came down: when, how long after its event, and what it says. */
const note = (id: string, body: string): void => {
  const now = Date.now();
  if (arrivals.count === 0) arrivals.first_ms = now;
  arrivals.count += 1;
  arrivals.last_ms = now;
  const { timestamp } = JSON.parse(body) as { timestamp: string };
  arrivals.delays_ms.push(now - Date.parse(timestamp));
  if (bodies.size < KEPT_BODIES) bodies.set(id, body);
};

const ANSWERS: { [Kind in Exclude<ReceiverKind, 'deaf'>]: (response: ServerResponse) => Promise<void> } = {
  fast: async (response) => void response.writeHead(204).end(),
  slow: async (response) => {
    await pause(SLOW_MS);
    response.writeHead(204).end();
  },
  failing: async (response) => void response.writeHead(500).end(),
};

const makeListener =
  (kind: Exclude<ReceiverKind, 'deaf'>): RequestListener =>
  async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (kind === 'fast') note(String(request.headers['webhook-id']), Buffer.concat(parts).toString('utf8'));
    await ANSWERS[kind](response);
  };

/** Listens and never accepts: its thread stands still, so the kernel's short queue fills and connections are not made. */
const DEAF = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

const openDeaf = async (): Promise<number> => {
  const [port] = await once(new Worker(DEAF, { eval: true }), 'message');
  return port;
};

const openPort = async (kind: ReceiverKind): Promise<number> => {
  if (kind === 'deaf') return openDeaf();
  const server = createServer(makeListener(kind)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const answerTo = async (requested: Requested): Promise<unknown> => {
  if (requested.ask === 'open') return `http://127.0.0.1:${await openPort(requested.kind)}/`;
  if (requested.ask === 'bodies') return [...bodies];
  if (requested.ask === 'arrivals') return arrivals;
  if (requested.ask === 'count') return arrivals.count;
  arrivals = { count: 0, first_ms: 0, last_ms: 0, delays_ms: [] };
  bodies = new Map();
  return null;
};

process.on('message', async (requested: Requested) => process.send?.(await answerTo(requested)));
process.on('disconnect', () => process.exit());
