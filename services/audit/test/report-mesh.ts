import type { VerifiedSignature } from '@qsc/contracts/grpc/workflow/v1/VerifiedSignature';
import {
  actGrpc,
  activityGrpc,
  type CommittedAct,
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

type ToldAct = Omit<CommittedAct, 'confirmed_at'> & Partial<CommittedAct>;

/** What the services that a report asks know, as the test tells them, and the wires to them. */
export type ReportPeers = {
  addresses: Record<'ENTITY_GRPC_URL' | 'CERTIFICATE_GRPC_URL' | 'QUALITY_GRPC_URL' | 'WORKFLOW_GRPC_URL', string>;
  wires: Record<PeerName, TcpProxy>;
  /** An owner of records tells of a change. */
  changed(service: Exclude<PeerName, 'workflow'>, orgId: string, change: OwnChange): void;
  /** A service has committed an act, of which the broker has taken the event at once unless that is told. */
  acted(service: PeerName, orgId: string, act: ToldAct): void;
  /** From when on a service keeps all of its acts; unless given, for long. */
  keeps(service: PeerName, completeSince: Date): void;
  /** The workflow service has a signature. */
  signed(orgId: string, signature: VerifiedSignature & { at: string }): void;
  /** What happens in an organisation, once, after its signatures were read and before the answer with them has come. */
  onceRead(orgId: string, work: () => Promise<void>): void;
  stop(): Promise<void>;
};

const VERSION = 'stand-in';

type Signatures = { known: Map<string, VerifiedSignature[]>; onceRead: Map<string, () => Promise<void>> };

const workflowGrpc = ({ known, onceRead }: Signatures): GrpcService => ({
  definition: loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService'),
  implementation: {
    VerifySignatures: streamed(
      silentLog,
      async function* ({ org_id, from, to }: Record<'org_id' | 'from' | 'to', string>) {
        const within = ({ at }: VerifiedSignature) => (at ?? '') >= from && (at ?? '') <= to;
        const signatures = (known.get(org_id) ?? []).filter(within);
        const work = onceRead.get(org_id);
        onceRead.delete(org_id);
        await work?.();
        yield { signatures };
      },
    ),
  },
});

const ownerGrpc = (known: Map<string, OwnChange[]>): GrpcService =>
  activityGrpc(async function* (orgId, { from, to }) {
    for (const change of known.get(orgId) ?? []) if (change.at >= from && change.at <= to) yield change;
  }, silentLog);

const forEachPeer = <RetentionEvidence>(): Record<PeerName, Map<string, RetentionEvidence[]>> => ({
  entity: new Map(),
  certificate: new Map(),
  quality: new Map(),
  workflow: new Map(),
});

/** Stands in for the services that a compliance report asks, over their real contracts. */
export const startReportPeers = async (meshSecret: string): Promise<ReportPeers> => {
  const signatures: Signatures = { known: new Map(), onceRead: new Map() };
  const changes = forEachPeer<OwnChange>();
  const acts = forEachPeer<CommittedAct>();
  const stored = new Map<PeerName, Date>();
  const started = await Promise.all(
    NAMES.map(async (name) => {
      const own = name === 'workflow' ? workflowGrpc(signatures) : ownerGrpc(changes[name]);
      const committed = actGrpc(async function* (orgId, { from, to }) {
        const reported = (acts[name].get(orgId) ?? []).filter(({ at }) => at >= from && at <= to);
        yield { complete_since: stored.get(name) ?? new Date(0), acts: reported };
      }, silentLog);
      const program = programGrpc({ name, version: VERSION }, silentLog);
      const member = { name, secret: meshSecret };
      const server = await startGrpcServer('127.0.0.1:0', member, [own, program, committed]);
      return { name, server, wire: await startTcpProxy({ host: '127.0.0.1', port: server.port }) };
    }),
  );
  const wires = Object.fromEntries(started.map(({ name, wire }) => [name, wire])) as ReportPeers['wires'];
  const toAddress = (name: PeerName): string => `127.0.0.1:${wires[name].port}`;
  return {
    addresses: {
      ENTITY_GRPC_URL: toAddress('entity'),
      CERTIFICATE_GRPC_URL: toAddress('certificate'),
      QUALITY_GRPC_URL: toAddress('quality'),
      WORKFLOW_GRPC_URL: toAddress('workflow'),
    },
    wires,
    changed(service, orgId, change) {
      changes[service].set(orgId, [...(changes[service].get(orgId) ?? []), change]);
    },
    acted(service, orgId, act) {
      acts[service].set(orgId, [...(acts[service].get(orgId) ?? []), { confirmed_at: act.at, ...act }]);
    },
    keeps(service, completeSince) {
      stored.set(service, completeSince);
    },
    signed(orgId, signature) {
      signatures.known.set(orgId, [...(signatures.known.get(orgId) ?? []), signature]);
    },
    onceRead(orgId, work) {
      signatures.onceRead.set(orgId, work);
    },
    async stop() {
      for (const { server, wire } of started) {
        await wire.close();
        await server.stop();
      }
    },
  };
};
