import { makeLog, type Reference, referenceGrpc, startGrpcServer } from '@qsc/service-kit';
import { startTcpProxy, type TcpProxy } from '@qsc/test-kit';

export type StandInReferences = {
  /** What refers to a record, by its id. */
  references: Map<string, Reference>;
  /** The way to it. */
  wire: TcpProxy;
  /** The variables by which the entity service finds it. */
  addresses: { SUPPLIER_GRPC_URL: string; CERTIFICATE_GRPC_URL: string; QUALITY_GRPC_URL: string };
  stop(): Promise<void>;
};

/** Stands in for the services of which entities ask what refers to them: quality, and two that know of nothing. */
export const startStandInReferences = async (secret: string): Promise<StandInReferences> => {
  const references = new Map<string, Reference>();
  const log = makeLog('test', 'error');
  const start = (name: string, known: ReadonlyMap<string, Reference>) =>
    startGrpcServer('127.0.0.1:0', { name, secret }, [
      referenceGrpc(async (_orgId, id) => [known.get(id) ?? []].flat(), log),
    ]);
  const [quality, certificate, supplier] = await Promise.all([
    start('quality', references),
    start('certificate', new Map()),
    start('supplier', new Map()),
  ]);
  const wire = await startTcpProxy({ host: '127.0.0.1', port: quality.port });
  return {
    references,
    wire,
    addresses: {
      SUPPLIER_GRPC_URL: `127.0.0.1:${supplier.port}`,
      CERTIFICATE_GRPC_URL: `127.0.0.1:${certificate.port}`,
      QUALITY_GRPC_URL: `127.0.0.1:${wire.port}`,
    },
    async stop() {
      await wire.close();
      await Promise.all([quality, certificate, supplier].map((server) => server.stop()));
    },
  };
};
