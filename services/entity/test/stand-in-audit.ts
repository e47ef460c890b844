import type { IsHeldRequest__Output } from '@qsc/contracts/grpc/audit/v1/IsHeldRequest';
import { loadService, makeLog, startGrpcServer, unary } from '@qsc/service-kit';
import { startTcpProxy, type TcpProxy } from '@qsc/test-kit';

export type StandInAudit = {
  /** The ids of records under a legal hold, each with its type. */
  held: Map<string, string>;
  /** The way to it. */
  wire: TcpProxy;
  address: string;
  stop(): Promise<void>;
};

/** Stands in for the audit service, of which entities ask whether they are under a legal hold. */
export const startStandInAudit = async (secret: string): Promise<StandInAudit> => {
  const held = new Map<string, string>();
  const definition = loadService('audit/v1/audit.proto', 'qsc.audit.v1.AuditService');
  const isHeld = async ({ record_id, record_type }: IsHeldRequest__Output) => ({
    held: held.get(record_id) === record_type,
  });
  const implementation = { IsHeld: unary(makeLog('test', 'error'), isHeld) };
  const server = await startGrpcServer('127.0.0.1:0', { name: 'audit', secret }, [{ definition, implementation }]);
  const wire = await startTcpProxy({ host: '127.0.0.1', port: server.port });
  return {
    held,
    wire,
    address: `127.0.0.1:${wire.port}`,
    async stop() {
      await wire.close();
      await server.stop();
    },
  };
};
