import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { VaultSimulator } from './simulated-vault.ts';
import { makeSpark } from './spark-sender.ts';
import { makeVaultData } from './vault-data.ts';
import { makeFaults } from './vault-fault.ts';
import { badGateway, failure, type Reply } from './vault-reply.ts';
import { answerRequest, type Requested } from './vault-routes.ts';
import { makeSessions } from './vault-session.ts';

export type { VaultSimulator } from './simulated-vault.ts';

export type SimulatorOptions = {
  vaultId?: number;
  loginsPerMinute?: number;
  /** Which of the key pairs it signs messages with. */
  keyNumber?: number;
  keyKind?: string;
  clock?: () => Date;
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** Starts a vault of the simulator on a free port of 127.0.0.1. */
export const startVaultSimulator = async (options: SimulatorOptions = {}): Promise<VaultSimulator> => {
  const { vaultId = 1776, loginsPerMinute = 20, clock = () => new Date(), ...signing } = options;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;
  const now = () => new Date(clock().getTime() + simulator.skewMs);
  const faults = makeFaults();
  const user = { username: 'integration@acme.test', password: 'correct horse' };
  const elsewhere = { id: vaultId + 1, name: 'eTMF', url: 'https://etmf.vault.test/api' };
  const sessions = makeSessions({
    users: [user],
    vaults: [{ id: vaultId, name: 'Quality', url: `${url}/api` }, elsewhere],
    now,
    loginsPerMinute,
    landsElsewhere: () => faults.landsElsewhere,
  });
  const simulator: VaultSimulator = {
    url,
    host,
    vaultId: String(vaultId),
    user,
    data: makeVaultData(now),
    faults,
    sessions,
    now,
    spark: makeSpark({ vaultId: String(vaultId), host, now }, signing),
    requests: [],
    oauthTokens: new Set(),
    skewMs: 0,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const queries = new Map<string, string>();

  server.on('request', async (request, response) => {
    const incoming: Requested = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', url),
      headers: request.headers,
      body: await readBody(request),
    };
    simulator.requests.push(`${incoming.method} ${incoming.url.pathname}`);
    const reply = replyTo(simulator, queries, incoming);
    const { delayMs, losesAnswerTo } = faults;
    if (losesAnswerTo !== null && incoming.url.pathname.includes(losesAnswerTo)) {
      faults.losesAnswerTo = null;
      return void response.destroy();
    }
    if (delayMs > 0) await wait(delayMs);
    response.writeHead(reply.status, {
      date: simulator.now().toUTCString(),
      'x-vaultapi-executionid': randomUUID(),
      'x-vaultapi-vaultid': simulator.vaultId,
      ...(delayMs > 0 ? { 'x-vaultapi-responsedelay': String(delayMs) } : {}),
      ...reply.headers,
    });
    response.end(reply.body);
  });
  return simulator;
};

const replyTo = (simulator: VaultSimulator, queries: Map<string, string>, incoming: Requested): Reply => {
  const { faults } = simulator;
  if (faults.badGateways > 0) {
    faults.badGateways -= 1;
    return badGateway;
  }
  if (faults.failures.left > 0) {
    faults.failures.left -= 1;
    return failure(faults.failures.type, 'As the test wishes.', undefined, faults.failures.status);
  }
  return answerRequest({ simulator, queries }, incoming);
};
