import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';

/** A real Tryton of the test's own with an empty database; `url` is what a connection has as `api_base`. */
export type TrytonServer = {
  url: string;
  username: string;
  password: string;
  /** Calls a method as the administrator, past the connector. Throws what Tryton answers where it refuses. */
  rpc(method: string, ...parameters: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
};

const DATABASE = 'tryton';
const USERNAME = 'admin';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

const makeFolder = (tryton: string, port: number): { root: string; config: string } => {
  const root = mkdtempSync(join(tmpdir(), 'tryton-'));
  const config = join(root, 'trytond.conf');
  copyFileSync(join(tryton, 'template', `${DATABASE}.sqlite`), join(root, `${DATABASE}.sqlite`));
  const database = `[database]\nuri = sqlite://\npath = ${root}\n`;
  writeFileSync(config, `${database}[web]\nlisten = 127.0.0.1:${port}\n[session]\ntimeout = 86400\n`);
  return { root, config };
};

type Answer = { result?: unknown; error?: unknown };

const ask = async (url: string, request: { method: string; params: unknown[]; session?: string }): Promise<unknown> => {
  const { method, params, session } = request;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(session ? { authorization: `Session ${session}` } : {}) },
    body: JSON.stringify({ id: 1, method, params }),
  });
  if (!answer.ok) throw new Error(`Tryton answered ${answer.status} to ${method}`);
  const { result, error } = (await answer.json()) as Answer;
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
};

const logIn = async (url: string, password: string): Promise<string> => {
  const result = await ask(url, { method: 'common.db.login', params: [USERNAME, { password }, 'en'] });
  const [user, key] = result as [number, string];
  return Buffer.from(`${USERNAME}:${user}:${key}`).toString('base64');
};

/** Starts it on 127.0.0.1; null, with the reason printed, when there is none to be had. */
export const startTryton = async (): Promise<TrytonServer | null> => {
  const tryton = process.env.QSC_TRYTON;
  if (tryton === undefined) {
    console.log('      the connector of Tryton is not tested: there is no Tryton (./scripts/test makes one by Python)');
    return null;
  }
  const port = await freePort();
  const { root, config } = makeFolder(tryton, port);
  const password = readFileSync(join(tryton, 'template', 'password'), 'utf8');
  const url = `http://127.0.0.1:${port}/${DATABASE}`;
  const child = spawn(join(tryton, 'bin', 'trytond'), ['-c', config, '-d', DATABASE], { stdio: 'ignore' });
  const session = await eventually('Tryton answers', () => {
    if (child.exitCode !== null) throw new Error(`Tryton ended with exit code ${child.exitCode}`);
    return logIn(`${url}/`, password).catch(() => null);
  });
  return {
    url,
    username: USERNAME,
    password,
    rpc: (method, ...params) => ask(`${url}/`, { method, params, session }),
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(root, { recursive: true });
    },
  };
};
