import { CertificateSnapshot, QualityEventSnapshot } from '@qsc/contracts/events';
import type { ScanCertificatesResponse__Output } from '@qsc/contracts/grpc/certificate/v1/ScanCertificatesResponse';
import type { ScanQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/ScanQualityEventsResponse';
import type { GrpcClient, Projection } from '@qsc/service-kit';
import type { EntityClient } from '../entity.client.ts';
import type { ReadModelRows } from '../subscriptions.ts';
import { type CertificateRow, certificateRowOf, itemRowOf, type QualityRow, qualityRowOf } from './source-row.ts';
import { supplierRowOf } from './supplier-row.ts';

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
  const asked = { after_id, limit: SCAN_LIMIT };
  const answer = await certificates.call<object, ScanCertificatesResponse__Output>('ScanCertificates', asked, SCAN_MS);
  return answer.certificates.map(({ org_id, snapshot_json }) =>
    certificateRowOf(org_id, CertificateSnapshot.parse(JSON.parse(snapshot_json))),
  );
};

const scanQualityEvents = async (quality: Parts['quality'], after_id: string): Promise<QualityRow[]> => {
  const asked = { after_id, limit: SCAN_LIMIT };
  const answer = await quality.call<object, ScanQualityEventsResponse__Output>('ScanQualityEvents', asked, SCAN_MS);
  return answer.events.map(({ org_id, snapshot_json }) =>
    qualityRowOf(org_id, QualityEventSnapshot.parse(JSON.parse(snapshot_json))),
  );
};

/**
 * Builds the read model anew from the services that own the records, beside a running service and its events. Throws when an
 * owner does not answer; what was written until then is right, and it can be repeated.
 */
export const rebuildReadModel = async ({ projection, rows, entities, certificates, quality }: Parts): Promise<void> => {
  const scan = async (types: string[], afterId: string) => entities.scan(types, afterId);
  await projection.rebuild(rows.suppliers, async (after) =>
    (await scan(['supplier'], after)).map((entity) => supplierRowOf(entity.org_id, entity)),
  );
  await projection.rebuild(rows.items, async (after) =>
    (await scan(['component', 'product'], after)).map((entity) => itemRowOf(entity.org_id, entity)),
  );
  await projection.rebuild(rows.certificates, (after) => scanCertificates(certificates, after));
  await projection.rebuild(rows.qualityEvents, (after) => scanQualityEvents(quality, after));
};
