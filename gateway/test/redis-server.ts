import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';
import { Redis } from 'ioredis';

/** A real Redis or Valkey of the test's own. */
export type RedisServer = { url: string; stop(): Promise<void>; start(): Promise<void>; remove(): void };

const PROGRAMS = ['redis-server', 'valkey-server'];

const isRunnable = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

const answers = async (url: string): Promise<boolean> => {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
};

/** Starts a server without persistence on a free port; null, with the reason printed, when there is none to be had. */
export const startRedisServer = async (): Promise<RedisServer | null> => {
  const program = PROGRAMS.find(isRunnable);
  if (program === undefined) {
    console.log(
      '      shared limits are not tested: neither redis-server nor valkey-server is on the path (apt-get install redis-server)',
    );
    return null;
  }
  const [port, directory] = [await freePort(), mkdtempSync(join(tmpdir(), 'redis-'))];
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess;
  const start = async () => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      directory,
    ];
    child = spawn(program, options, { stdio: 'ignore' });
    await eventually('Redis answers', () => answers(url));
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return { url, start, stop, remove: () => rmSync(directory, { recursive: true }) };
};
