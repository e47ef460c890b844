import type { ListRelatedQualityEventsRequest } from '@qsc/contracts/grpc/quality/v1/ListRelatedQualityEventsRequest';
import type { ListRelatedQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/ListRelatedQualityEventsResponse';
import type { GrpcClient } from '@qsc/service-kit';
import { SupplierQualityEvent } from './quality-event.schemas.ts';

/** The largest number of quality events of a supplier: one page of the quality service. */
const NEWEST = 100;

/**
 * Reads the newest quality events about a supplier in one call. Throws `service_unavailable` where the quality service is not
 * reachable.
 */
export const makeNewestEvents =
  (quality: Pick<GrpcClient, 'call'>) =>
  async (org_id: string, supplierId: string): Promise<SupplierQualityEvent[]> => {
    const { events_json } = await quality.call<
      ListRelatedQualityEventsRequest,
      ListRelatedQualityEventsResponse__Output
    >('ListRelatedQualityEvents', { org_id, related_id: supplierId, page: 1, per_page: NEWEST });
    return events_json.map((text) => SupplierQualityEvent.parse(JSON.parse(text)));
  };
