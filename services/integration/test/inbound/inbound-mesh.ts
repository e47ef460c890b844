import { request as httpRequest } from 'node:http';
import { type IntegrationMesh, startIntegrationMesh } from '../integration-mesh.ts';
import { connectVault } from '../vault-simulator/connected-vault.ts';
import type { SparkMessage } from '../vault-simulator/spark-sender.ts';
import { type SimulatorOptions, startVaultSimulator, type VaultSimulator } from '../vault-simulator/vault-simulator.ts';

export const MINUTE_MS = 60_000;

/** An event that the connections of these tests act on. */
export const EVENT = 'object.deviation.created';

export type Answer = {
  status: number;
  body: { data?: { accepted: boolean; event_id: string }; error?: { code: string } };
};

const PATH = '/v1/integrations/webhooks/veeva_vault';

type Headers = readonly (readonly [string, string])[];

/** Headers as a list, so that one may come twice. */
const post = (
  headers: Headers,
  body: string | Buffer,
  { port, path }: { port: number; path: string },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const flat = [...headers.flat(), 'Host', `127.0.0.1:${port}`, 'Content-Length', String(Buffer.byteLength(body))];
    const sent = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers: flat }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) });
    });
    sent.on('error', reject);
    sent.end(body);
  });

let lastVaultId = 1_000;

/** The integration service with simulated Vaults that send messages, on a clock that a test may set. */
export const startInboundMesh = async () => {
  const vaults: VaultSimulator[] = [];
  const time: { now: Date | null } = { now: null };
  const clock = () => time.now ?? new Date();
  const mesh: IntegrationMesh = await startIntegrationMesh({ clock, delaysMs: [1] });

  /** A vault of its own, by its number and the key that it signs with. */
  const startVault = async (given: Omit<SimulatorOptions, 'clock'> = {}): Promise<VaultSimulator> => {
    lastVaultId += 10;
    const vault = await startVaultSimulator({ vaultId: lastVaultId, clock, ...given });
    vaults.push(vault);
    return vault;
  };

  const sendRaw = (headers: Headers, body: string | Buffer, at: { port?: number; path?: string } = {}) =>
    post(headers, body, { port: mesh.service.httpPort, path: PATH, ...at });

  return {
    mesh,
    time,
    startVault,
    sendRaw,
    /** The address that messages are sent to, and signed for. */
    address: new URL(PATH, mesh.config.BASE_URL).href,
    send: (message: SparkMessage, at?: { port?: number; path?: string }) =>
      sendRaw(Object.entries(message.headers), message.body, at),
    /** A vault and a connection to it. */
    async connected(options?: Parameters<typeof connectVault>[2]) {
      const vault = await startVault();
      return { vault, ...(await connectVault(mesh, vault, options)) };
    },
    readNotices: (connectionId: string) =>
      mesh.database.collection('notice').find({ connection_id: connectionId }).sort({ received_at: 1 }).toArray(),
    /** Sets the clock back and ends the vaults of a test. */
    async reset() {
      time.now = null;
      for (const vault of vaults.splice(0)) await vault.stop();
    },
    stop: () => mesh.stop(),
  };
};

export type InboundMesh = Awaited<ReturnType<typeof startInboundMesh>>;

export const certificateCalls = (vault: VaultSimulator): number =>
  vault.requests.filter((one) => one.includes('/certificate/')).length;
