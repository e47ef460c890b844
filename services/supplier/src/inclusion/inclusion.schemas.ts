import { listParameter } from '@qsc/service-kit';
import { z } from 'zod';
import { SupplierQualityEvent } from '../quality-event/quality-event.schemas.ts';
import { SupplierComponent } from '../supplied-item/supplied-item.schemas.ts';
import { Supplier } from '../supplier/supplier.schemas.ts';
import { SupplierCertificate } from '../supplier-certificate/supplier-certificate.schemas.ts';
import { INCLUSIONS } from './inclusion.ts';

const SupplierMetrics = z
  .object({
    total_components: z.number().int(),
    active_certificates: z.number().int().meta({ description: 'Valid today, those that expire soon included.' }),
    expiring_certificates: z.number().int().meta({ description: 'Valid today, expiring within 90 days.' }),
    open_deviations: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Null before the first quality event of the organisation.' }),
    on_time_delivery_rate: z.number().nullable().meta({ description: 'Percent; null where it is unknown.' }),
  })
  .meta({ id: 'SupplierMetrics' });

/** What a read of one supplier takes. */
export const SupplierReadQuery = z.strictObject({
  include: listParameter(z.enum(INCLUSIONS))
    .optional()
    .meta({ description: `What the response includes, separated by commas: ${INCLUSIONS.join(', ')}.` }),
});

/** A supplier with the requested inclusions. */
export const SupplierWithInclusions = Supplier.extend({
  components: z.array(SupplierComponent).optional(),
  certificates: z.array(SupplierCertificate).optional().meta({ description: 'Newest first, 1,000 at most.' }),
  quality_events: z.array(SupplierQualityEvent).optional().meta({ description: 'Newest first, 100 at most.' }),
  metrics: SupplierMetrics.optional(),
}).meta({ id: 'SupplierWithInclusions', description: 'A supplier, with its requested inclusions.' });
