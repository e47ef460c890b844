import type { FindCertificatesRequest__Output } from '@qsc/contracts/grpc/certificate/v1/FindCertificatesRequest';
import type { ListBatchesRequest__Output } from '@qsc/contracts/grpc/certificate/v1/ListBatchesRequest';
import type { ListSupplierCertificatesRequest__Output } from '@qsc/contracts/grpc/certificate/v1/ListSupplierCertificatesRequest';
import type { ScanCertificatesRequest__Output } from '@qsc/contracts/grpc/certificate/v1/ScanCertificatesRequest';
import type { UploadCertificateRequest__Output } from '@qsc/contracts/grpc/certificate/v1/UploadCertificateRequest';
import {
  collected,
  type GrpcService,
  type Log,
  type ReadLocalTime,
  serviceDefinition,
  streamed,
  unary,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { ListCertificates } from './certificate/certificate.query.ts';
import {
  Certificate,
  CertificateListQuery,
  CertificateStatus,
  CertificateType,
} from './certificate/certificate.schemas.ts';
import { shownCertificate } from './certificate/certificate.view.ts';
import { toSnapshot } from './certificate/certificate-snapshot.ts';
import type {
  CertifiedBatch,
  FindCertificates,
  ListBatches,
  ScanCertificates,
} from './certificate/for-services.query.ts';
import type { TakeUpload } from './certificate/upload.command.ts';

type Parts = {
  list: ListCertificates;
  listBatches: ListBatches;
  scan: ScanCertificates;
  find: FindCertificates;
  takeUpload: TakeUpload;
  localTime: ReadLocalTime;
  log: Log;
};

const PER_PAGE = 100;

const toFilters = ({ types, statuses, supplier_id, component_ids }: ListSupplierCertificatesRequest__Output) => ({
  supplier_id: [supplier_id],
  ...(types.length > 0 ? { type: z.array(CertificateType).parse(types) } : {}),
  ...(statuses.length > 0 ? { status: z.array(CertificateStatus).parse(statuses) } : {}),
  ...(component_ids.length > 0 ? { component_id: component_ids } : {}),
});

const batchMessage = ({ batch_number, component_id, supplier_id }: CertifiedBatch) => ({
  batch_number,
  ...(component_id === null ? {} : { component_id }),
  ...(supplier_id === null ? {} : { supplier_id }),
});

/** What other services ask of the certificate service (proto/certificate/v1). */
export const certificateGrpc = ({ list, listBatches, scan, find, takeUpload, localTime, log }: Parts): GrpcService => ({
  definition: serviceDefinition('certificate'),
  implementation: {
    ListSupplierCertificates: unary(log, async (request: ListSupplierCertificatesRequest__Output) => {
      const at = await localTime(request.org_id);
      const sort = CertificateListQuery.shape.sort.parse(request.sort || undefined);
      const page = { page: request.page || 1, per_page: request.per_page || PER_PAGE, sort };
      const { data, meta } = await list(request.org_id, { ...toFilters(request), ...page }, at);
      return {
        certificates_json: data.map((one) => JSON.stringify(Certificate.parse(shownCertificate(one, at)))),
        total: meta.total,
      };
    }),
    ListBatches: streamed(log, async function* (requested: ListBatchesRequest__Output) {
      const of = { componentIds: requested.component_ids, supplierIds: requested.supplier_ids };
      for await (const part of listBatches(requested.org_id, of)) yield { batches: part.map(batchMessage) };
    }),
    ScanCertificates: unary(log, async ({ after_id, limit }: ScanCertificatesRequest__Output) => ({
      certificates: (await scan({ afterId: after_id, limit })).map((certificate) => ({
        org_id: certificate.org_id,
        snapshot_json: JSON.stringify(toSnapshot(certificate)),
      })),
    })),
    FindCertificates: unary(log, async ({ org_id, ids }: FindCertificatesRequest__Output) => ({
      ids: await find(org_id, ids),
    })),
    UploadCertificate: collected(log, async (parts: AsyncIterable<UploadCertificateRequest__Output>) => ({
      certificate_json: JSON.stringify(Certificate.parse(await takeUpload(parts))),
    })),
  },
});
