import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** A qualification for a later day: one that waits, one that could not take effect then, one that another takes the place of. */
const ScheduledQualification = z.object({
  id: z.string(),
  supplier_id: z.string(),
  status: z.string(),
  effective_date: z.iso.date(),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});

const VendorListExport = z.object({
  format: z.enum(['csv', 'xlsx', 'pdf']),
  statuses: z.array(z.string()),
  include_components: z.boolean(),
  suppliers: z.number().int(),
});

const SupplierRead = z.object({ id: z.string(), version: z.number().int() });

/** A qualification or assessment that takes effect at once is reported by `entity.entity.updated`, with its companion. */
export const supplierEvents = {
  read: defineEvent('supplier.supplier.read.v1', 'A supplier was read, where reads are recorded', SupplierRead),
  qualificationScheduled: defineEvent(
    'supplier.qualification.scheduled.v1',
    'A qualification was asked for that takes effect on a later day',
    ScheduledQualification,
  ),
  qualificationRefused: defineEvent(
    'supplier.qualification.refused.v1',
    'A scheduled qualification was not allowed any more on its day',
    ScheduledQualification,
  ),
  qualificationReplaced: defineEvent(
    'supplier.qualification.replaced.v1',
    'A scheduled qualification ended without effect, since the supplier was qualified otherwise',
    ScheduledQualification,
  ),
  vendorListExported: defineEvent(
    'supplier.vendor-list.exported.v1',
    'The approved vendor list was exported',
    VendorListExport,
  ),
} as const;
