import { CertificateSnapshot, QualityEventSnapshot } from '@qsc/contracts/events';
import type { ScanCertificatesResponse__Output } from '@qsc/contracts/grpc/certificate/v1/ScanCertificatesResponse';
import type { ScanQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/ScanQualityEventsResponse';
import type { GrpcClient, Projection } from '@qsc/service-kit';
import type { EntityClient } from '../entity.client.ts';
import type { ReadModelRows } from '../subscriptions.ts';
import { type CertificateRow, type QualityRow, toCertificateRow, toItemRow, toQualityRow } from './source-row.ts';
import { toSupplierRow } from './supplier-row.ts';

const SCAN_LIMIT = 500;
const SCAN_MS = 30_000;

type Parts = {
  projection: Pick<Projection, 'rebuild'>;
  rows: ReadModelRows;
  entities: Pick<EntityClient, 'scan'>;
  certificates: Pick<GrpcClient, 'call'>;
  quality: Pick<GrpcClient, 'call'>;
};

const scanCertificates = async (certificates: Parts['certificates'], after_id: string): Promise<CertificateRow[]> => {
  const request = { after_id, limit: SCAN_LIMIT };
  const answer = await certificates.call<object, ScanCertificatesResponse__Output>(
    'ScanCertificates',
    request,
    SCAN_MS,
  );
  return answer.certificates.map(({ org_id, snapshot_json }) =>
    toCertificateRow(org_id, CertificateSnapshot.parse(JSON.parse(snapshot_json))),
  );
};

const scanQualityEvents = async (quality: Parts['quality'], after_id: string): Promise<QualityRow[]> => {
  const request = { after_id, limit: SCAN_LIMIT };
  const answer = await quality.call<object, ScanQualityEventsResponse__Output>('ScanQualityEvents', request, SCAN_MS);
  return answer.events.map(({ org_id, snapshot_json }) =>
    toQualityRow(org_id, QualityEventSnapshot.parse(JSON.parse(snapshot_json))),
  );
};

/**
 * Rebuilds the read model from the services that own the records, while the service runs. Throws when one does not answer; rows
 * written until then are correct, and it can be repeated.
 */
export const rebuildReadModel = async ({ projection, rows, entities, certificates, quality }: Parts): Promise<void> => {
  const scan = async (types: string[], afterId: string) => entities.scan(types, afterId);
  await projection.rebuild(rows.suppliers, async (after) =>
    (await scan(['supplier'], after)).map((entity) => toSupplierRow(entity.org_id, entity)),
  );
  await projection.rebuild(rows.items, async (after) =>
    (await scan(['component', 'product'], after)).map((entity) => toItemRow(entity.org_id, entity)),
  );
  await projection.rebuild(rows.certificates, (after) => scanCertificates(certificates, after));
  await projection.rebuild(rows.qualityEvents, (after) => scanQualityEvents(quality, after));
};
