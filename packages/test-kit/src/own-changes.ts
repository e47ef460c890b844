import type { Changes__Output } from '@qsc/contracts/grpc/activity/v1/Changes';
import { activityDefinition, makeGrpcClient, type RunningService } from '@qsc/service-kit';

type Owner = { name: string; service: Pick<RunningService, 'grpcPort'>; meshSecret: string };

/** Far more than a call takes on a slow machine. */
const TIMEOUT_MS = 300_000;

/** The changes of a period that an owner of records tells the audit service, each as `<record>/<version>`. */
export const readOwnChanges = async (
  { name, service, meshSecret }: Owner,
  requested: { orgId: string; from: Date; to: Date },
): Promise<string[]> => {
  const target = { address: `127.0.0.1:${service.grpcPort}`, name, definition: activityDefinition() };
  const client = makeGrpcClient(target, { name: 'audit', secret: meshSecret });
  const request = { org_id: requested.orgId, from: requested.from.toISOString(), to: requested.to.toISOString() };
  const reported: string[] = [];
  try {
    for await (const { changes } of client.stream<object, Changes__Output>('ListChanges', request, TIMEOUT_MS))
      reported.push(...changes.map(({ record_id, version }) => `${record_id}/${version}`));
  } finally {
    client.close();
  }
  return reported;
};
