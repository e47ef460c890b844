import { type CopiedRecord, copyGrpc, loadService, notFound, startGrpcServer, unary } from '@qsc/service-kit';
import { silentLog } from './audit-fixture.ts';

type Known = CopiedRecord & { workflow?: CopiedRecord['parts']; attachments?: object[] };

/** Stands in for the services that copies are made of, over their real contracts, each with the records that a test gives it. */
export const startCopyPeers = async (meshSecret: string) => {
  const records = new Map<string, Known>();
  const names = new Map<string, string>();
  const toKey = (orgId: string, id: string): string => `${orgId}/${id}`;
  const find = (orgId: string, id: string): Known => {
    const known = records.get(toKey(orgId, id));
    if (!known) throw notFound('record', id);
    return known;
  };
  const start = (name: string, isOwner: boolean) =>
    startGrpcServer('127.0.0.1:0', { name, secret: meshSecret }, [
      copyGrpc(async (orgId, id) => {
        const { record, parts, workflow = {} } = find(orgId, id);
        return isOwner ? { record, parts } : { record: null, parts: workflow };
      }, silentLog),
      ...(name === 'entity'
        ? [
            {
              definition: loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService'),
              implementation: {
                ListAttachments: unary(silentLog, async ({ org_id, record_id }: Record<string, string>) => ({
                  documents: find(org_id ?? '', record_id ?? '').attachments ?? [],
                })),
                GetEntityNames: unary(silentLog, async ({ ids }: { ids: string[] }) => ({
                  names: ids.flatMap((id) => (names.has(id) ? [{ id, type: 'supplier', name: names.get(id) }] : [])),
                })),
              },
            },
          ]
        : []),
    ]);
  const owners = ['quality', 'supplier', 'certificate', 'entity'] as const;
  const servers = await Promise.all([...owners.map((name) => start(name, true)), start('workflow', false)]);
  const [quality, supplier, certificate, entity, workflow] = servers.map(({ port }) => `127.0.0.1:${port}`);
  return {
    addresses: {
      QUALITY_GRPC_URL: quality ?? '',
      SUPPLIER_GRPC_URL: supplier ?? '',
      CERTIFICATE_GRPC_URL: certificate ?? '',
      ENTITY_GRPC_URL: entity ?? '',
      WORKFLOW_GRPC_URL: workflow ?? '',
    },
    knows: (orgId: string, known: Known): void => void records.set(toKey(orgId, String(known.record?.id)), known),
    names,
    async stop() {
      for (const server of servers) await server.stop();
    },
  };
};
