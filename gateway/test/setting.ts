import { type ApiClient, apiClient, eventually, type StandInIdentity, startStandInIdentity } from '@qsc/test-kit';
import { type RunningGateway, startGateway } from '../src/compose.ts';
import { type GatewayConfig, readConfig } from '../src/config.ts';
import type { Row } from '../src/routing/routing-table.ts';
import { type RecordingService, startRecordingService } from './recording-service.ts';

/** A gateway over HTTP with the stand-in identity and real services behind it. */
export type Setting = {
  identity: StandInIdentity;
  gateway: RunningGateway;
  url: string;
  services: Record<(typeof SERVICES)[number], RecordingService>;
  /** The API as an organisation of its own with every scope. */
  client(options?: Partial<Parameters<StandInIdentity['token']>[0]>): ApiClient;
  anonymous: ApiClient;
  stop(): Promise<void>;
};

const SERVICES = [
  'identity',
  'entity',
  'supplier',
  'certificate',
  'quality',
  'workflow',
  'audit',
  'webhook',
  'integration',
] as const;

type Wanted = {
  config?: (identity: StandInIdentity) => Promise<Partial<GatewayConfig>> | Partial<GatewayConfig>;
  table?: readonly Row[];
  clock?: () => number;
  /** How long a service that is late may take to tell that it lives. */
  aliveMs?: number;
  /** Ends the time to drain. */
  passDrain?: () => Promise<void>;
};

let organizations = 0;

/** An organisation id that no other test uses. */
export const newOrganization = (): string => {
  organizations += 1;
  return `org_${process.pid}_${organizations}`;
};

/** The configuration of a gateway on free ports before the given services. */
export const configFor = (identity: StandInIdentity, services: Setting['services']): GatewayConfig =>
  readConfig({
    HTTP_PORT: '0',
    METRICS_PORT: '0',
    MESH_SECRET: identity.meshSecret,
    BASE_URL: identity.audience,
    AUTH_URL: identity.issuer,
    IDENTITY_GRPC_URL: identity.grpcAddress,
    LOG_LEVEL: 'error',
    ...Object.fromEntries(Object.entries(services).map(([name, { url }]) => [`${name.toUpperCase()}_HTTP_URL`, url])),
  });

/** Starts it and waits until it is ready. */
export const startSetting = async ({ config = () => ({}), ...options }: Wanted = {}): Promise<Setting> => {
  const identity = await startStandInIdentity();
  const started = await Promise.all(SERVICES.map(async (name) => [name, await startRecordingService()] as const));
  const services = Object.fromEntries(started) as Setting['services'];
  const base = configFor(identity, services);
  const gateway = await startGateway({ ...base, ...(await config(identity)) }, options);
  const url = `http://127.0.0.1:${gateway.httpPort}`;
  const anonymous = apiClient(url, null);
  await eventually('the gateway is ready', async () => (await anonymous.get('/readyz')).status === 200);
  return {
    identity,
    gateway,
    url,
    services,
    client: (options) => apiClient(url, identity.token({ orgId: newOrganization(), ...options })),
    anonymous,
    async stop() {
      await gateway.stop();
      await Promise.all(started.map(([, service]) => service.stop()));
      await identity.stop();
    },
  };
};
