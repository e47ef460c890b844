import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually } from '@qsc/test-kit';
import type { IntegrationMesh } from '../integration-mesh.ts';

/** A replica of the service in a process of its own. */
export type Replica = {
  httpPort: number;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('../program/replica-main.ts', import.meta.url));

const toEnvironment = ({ config, localChangeQueue }: Pick<IntegrationMesh, 'config' | 'localChangeQueue'>) => ({
  ...Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  ),
  OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1/32',
  LOG_LEVEL: 'info',
  LOCAL_CHANGE_QUEUE: localChangeQueue,
  PATH: process.env.PATH ?? '',
});

const portIn = (output: string): number | null => {
  const found = /"http_port":(\d+)/.exec(output);
  return found ? Number(found[1]) : null;
};

/** Starts a replica on the mesh's database and waits until it is ready. */
export const startReplica = async (mesh: Pick<IntegrationMesh, 'config' | 'localChangeQueue'>): Promise<Replica> => {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM], {
    env: toEnvironment(mesh),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (data: Buffer) => {
    output += data.toString('utf8');
  });
  const ended = once(child, 'exit');
  const httpPort = await eventually('the replica listens', () => {
    if (child.exitCode !== null) throw new Error(`The replica ended: ${output}`);
    return portIn(output);
  });
  return {
    httpPort,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
