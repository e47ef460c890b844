import type { ListRelatedQualityEventsRequest } from '@qsc/contracts/grpc/quality/v1/ListRelatedQualityEventsRequest';
import type { ListRelatedQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/ListRelatedQualityEventsResponse';
import type { GrpcClient } from '@qsc/service-kit';
import { readAllPages } from '../read-all-pages.ts';
import { SupplierQualityEvent } from './quality-event.schemas.ts';

/** The largest page of the quality service. */
const PER_PAGE = 100;

/** Reads a page of the quality events about a supplier, newest first. Throws `service_unavailable`. */
const makeReadPage =
  (quality: Pick<GrpcClient, 'call'>) =>
  async (org_id: string, supplierId: string, page: number): Promise<SupplierQualityEvent[]> => {
    const { events_json } = await quality.call<
      ListRelatedQualityEventsRequest,
      ListRelatedQualityEventsResponse__Output
    >('ListRelatedQualityEvents', { org_id, related_id: supplierId, page, per_page: PER_PAGE });
    return events_json.map((text) => SupplierQualityEvent.parse(JSON.parse(text)));
  };

/**
 * Reads the newest quality events about a supplier in one call. Throws `service_unavailable` where the quality service is not
 * reachable.
 */
export const makeNewestEvents = (quality: Pick<GrpcClient, 'call'>) => {
  const readPage = makeReadPage(quality);
  return (orgId: string, supplierId: string): Promise<SupplierQualityEvent[]> => readPage(orgId, supplierId, 1);
};

/** Reads all quality events about a supplier, newest first. Throws `service_unavailable`. */
export const makeAllEvents = (quality: Pick<GrpcClient, 'call'>) => {
  const readPage = makeReadPage(quality);
  return (orgId: string, supplierId: string): Promise<SupplierQualityEvent[]> =>
    readAllPages((page) => readPage(orgId, supplierId, page), PER_PAGE);
};
