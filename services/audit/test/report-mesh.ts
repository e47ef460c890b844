import type { VerifiedSignature } from '@qsc/contracts/grpc/workflow/v1/VerifiedSignature';
import {
  activityGrpc,
  type GrpcService,
  loadService,
  type OwnChange,
  programGrpc,
  startGrpcServer,
  streamed,
} from '@qsc/service-kit';
import { startTcpProxy, type TcpProxy } from '@qsc/test-kit';
import { silentLog } from './audit-fixture.ts';

const NAMES = ['entity', 'certificate', 'quality', 'workflow'] as const;

export type PeerName = (typeof NAMES)[number];

/** What the services that a report asks know, as the test tells them, and the wires to them. */
export type ReportPeers = {
  addresses: Record<'ENTITY_GRPC_URL' | 'CERTIFICATE_GRPC_URL' | 'QUALITY_GRPC_URL' | 'WORKFLOW_GRPC_URL', string>;
  wires: Record<PeerName, TcpProxy>;
  /** An owner of records tells of a change. */
  changed(service: Exclude<PeerName, 'workflow'>, orgId: string, change: OwnChange): void;
  /** The workflow service has a signature. */
  signed(orgId: string, signature: VerifiedSignature & { at: string }): void;
  stop(): Promise<void>;
};

const VERSION = 'stand-in';

const workflowGrpc = (signatures: Map<string, VerifiedSignature[]>): GrpcService => ({
  definition: loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService'),
  implementation: {
    VerifySignatures: streamed(
      silentLog,
      async function* ({ org_id, from, to }: Record<'org_id' | 'from' | 'to', string>) {
        const known = signatures.get(org_id) ?? [];
        yield { signatures: known.filter(({ at = '' }) => (at ?? '') >= from && (at ?? '') <= to) };
      },
    ),
  },
});

const ownerGrpc = (known: Map<string, OwnChange[]>): GrpcService =>
  activityGrpc(async function* (orgId, { from, to }) {
    for (const change of known.get(orgId) ?? []) if (change.at >= from && change.at <= to) yield change;
  }, silentLog);

/** Stands in for the services that a compliance report asks, over their real contracts. */
export const startReportPeers = async (meshSecret: string): Promise<ReportPeers> => {
  const signatures = new Map<string, VerifiedSignature[]>();
  const changes = Object.fromEntries(NAMES.map((name) => [name, new Map<string, OwnChange[]>()])) as Record<
    PeerName,
    Map<string, OwnChange[]>
  >;
  const started = await Promise.all(
    NAMES.map(async (name) => {
      const own = name === 'workflow' ? workflowGrpc(signatures) : ownerGrpc(changes[name]);
      const program = programGrpc({ name, version: VERSION }, silentLog);
      const server = await startGrpcServer('127.0.0.1:0', { name, secret: meshSecret }, [own, program]);
      return { name, server, wire: await startTcpProxy({ host: '127.0.0.1', port: server.port }) };
    }),
  );
  const wires = Object.fromEntries(started.map(({ name, wire }) => [name, wire])) as ReportPeers['wires'];
  const addressOf = (name: PeerName): string => `127.0.0.1:${wires[name].port}`;
  return {
    addresses: {
      ENTITY_GRPC_URL: addressOf('entity'),
      CERTIFICATE_GRPC_URL: addressOf('certificate'),
      QUALITY_GRPC_URL: addressOf('quality'),
      WORKFLOW_GRPC_URL: addressOf('workflow'),
    },
    wires,
    changed(service, orgId, change) {
      changes[service].set(orgId, [...(changes[service].get(orgId) ?? []), change]);
    },
    signed(orgId, signature) {
      signatures.set(orgId, [...(signatures.get(orgId) ?? []), signature]);
    },
    async stop() {
      for (const { server, wire } of started) {
        await wire.close();
        await server.stop();
      }
    },
  };
};
