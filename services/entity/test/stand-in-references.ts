import {
  AppError,
  type GrpcService,
  type Hit,
  loadService,
  makeLog,
  notFound,
  type Reference,
  referenceGrpc,
  searchGrpc,
  startGrpcServer,
  unary,
} from '@qsc/service-kit';
import { startTcpProxy, type TcpProxy } from '@qsc/test-kit';

/** The services of which entities ask what refers to them. */
export const REFERRING = ['supplier', 'certificate', 'quality'] as const;

/** What stands in for one of them: what refers to a record, by its id, what a search finds, and the way to it. */
type StandIn = {
  references: Map<string, Reference>;
  hits: Hit[];
  requested: { orgId: string; query: string }[];
  wire: TcpProxy;
  stop(): Promise<void>;
};

export type StandInReferences = Record<(typeof REFERRING)[number], StandIn> & {
  /** The certificates that there are, and the quality events by whether they take documents. */
  certificates: Set<string>;
  qualityEvents: Map<string, 'open' | 'closed'>;
  /** The variables by which the entity service finds them. */
  addresses: { SUPPLIER_GRPC_URL: string; CERTIFICATE_GRPC_URL: string; QUALITY_GRPC_URL: string };
  stop(): Promise<void>;
};

const findCertificates = (known: ReadonlySet<string>): GrpcService => ({
  definition: loadService('certificate/v1/certificate.proto', 'qsc.certificate.v1.CertificateService'),
  implementation: {
    FindCertificates: unary(makeLog('test', 'error'), async ({ ids }: { ids: string[] }) => ({
      ids: ids.filter((id) => known.has(id)),
    })),
  },
});

const checkAttachable = (known: ReadonlyMap<string, 'open' | 'closed'>): GrpcService => ({
  definition: loadService('quality/v1/quality.proto', 'qsc.quality.v1.QualityService'),
  implementation: {
    CheckAttachable: unary(makeLog('test', 'error'), async ({ id }: { id: string }) => {
      if (!known.has(id)) throw notFound('quality event', id);
      if (known.get(id) === 'closed') throw new AppError('conflict', 'The quality event is closed.');
      return {};
    }),
  },
});

const startStandIn = async (name: string, secret: string, own: readonly GrpcService[] = []): Promise<StandIn> => {
  const references = new Map<string, Reference>();
  const hits: Hit[] = [];
  const requested: StandIn['requested'] = [];
  const log = makeLog('test', 'error');
  const server = await startGrpcServer('127.0.0.1:0', { name, secret }, [
    referenceGrpc(async (_orgId, id) => [references.get(id) ?? []].flat(), log),
    searchGrpc(async (orgId, query) => {
      requested.push({ orgId, query });
      return hits;
    }, log),
    ...own,
  ]);
  const wire = await startTcpProxy({ host: '127.0.0.1', port: server.port });
  return {
    references,
    hits,
    requested,
    wire,
    async stop() {
      await wire.close();
      await server.stop();
    },
  };
};

/** Stands in for the services of which entities ask what refers to them: they know of nothing but what a test tells them. */
export const startStandInReferences = async (secret: string): Promise<StandInReferences> => {
  const certificates = new Set<string>();
  const qualityEvents = new Map<string, 'open' | 'closed'>();
  const [supplier, certificate, quality] = await Promise.all([
    startStandIn('supplier', secret),
    startStandIn('certificate', secret, [findCertificates(certificates)]),
    startStandIn('quality', secret, [checkAttachable(qualityEvents)]),
  ]);
  const getAddress = ({ wire }: StandIn): string => `127.0.0.1:${wire.port}`;
  return {
    supplier,
    certificate,
    quality,
    certificates,
    qualityEvents,
    addresses: {
      SUPPLIER_GRPC_URL: getAddress(supplier),
      CERTIFICATE_GRPC_URL: getAddress(certificate),
      QUALITY_GRPC_URL: getAddress(quality),
    },
    async stop() {
      await Promise.all([supplier, certificate, quality].map((standIn) => standIn.stop()));
    },
  };
};
