import { type Hit, makeLog, type Reference, referenceGrpc, searchGrpc, startGrpcServer } from '@qsc/service-kit';
import { startTcpProxy, type TcpProxy } from '@qsc/test-kit';

/** The services of which entities ask what refers to them. */
export const REFERRING = ['supplier', 'certificate', 'quality'] as const;

/** What stands in for one of them: what refers to a record, by its id, what a search finds, and the way to it. */
type StandIn = {
  references: Map<string, Reference>;
  hits: Hit[];
  asked: { orgId: string; query: string }[];
  wire: TcpProxy;
  stop(): Promise<void>;
};

export type StandInReferences = Record<(typeof REFERRING)[number], StandIn> & {
  /** The variables by which the entity service finds them. */
  addresses: { SUPPLIER_GRPC_URL: string; CERTIFICATE_GRPC_URL: string; QUALITY_GRPC_URL: string };
  stop(): Promise<void>;
};

const startStandIn = async (name: string, secret: string): Promise<StandIn> => {
  const references = new Map<string, Reference>();
  const hits: Hit[] = [];
  const asked: StandIn['asked'] = [];
  const log = makeLog('test', 'error');
  const server = await startGrpcServer('127.0.0.1:0', { name, secret }, [
    referenceGrpc(async (_orgId, id) => [references.get(id) ?? []].flat(), log),
    searchGrpc(async (orgId, query) => {
      asked.push({ orgId, query });
      return hits;
    }, log),
  ]);
  const wire = await startTcpProxy({ host: '127.0.0.1', port: server.port });
  return {
    references,
    hits,
    asked,
    wire,
    async stop() {
      await wire.close();
      await server.stop();
    },
  };
};

/** Stands in for the services of which entities ask what refers to them: they know of nothing but what a test tells them. */
export const startStandInReferences = async (secret: string): Promise<StandInReferences> => {
  const [supplier, certificate, quality] = await Promise.all([
    startStandIn('supplier', secret),
    startStandIn('certificate', secret),
    startStandIn('quality', secret),
  ]);
  const addressOf = ({ wire }: StandIn): string => `127.0.0.1:${wire.port}`;
  return {
    ...{ supplier, certificate, quality },
    addresses: {
      SUPPLIER_GRPC_URL: addressOf(supplier),
      CERTIFICATE_GRPC_URL: addressOf(certificate),
      QUALITY_GRPC_URL: addressOf(quality),
    },
    async stop() {
      await Promise.all([supplier, certificate, quality].map((standIn) => standIn.stop()));
    },
  };
};
