import { z } from 'zod';

/** A quality event of a supplier. */
export const SupplierQualityEvent = z
  .looseObject({
    id: z.string(),
    type: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.string(),
  })
  .meta({
    id: 'SupplierQualityEvent',
    description: 'A quality event about a supplier, with all the members that it has under `/v1/quality-events`.',
  });

export type SupplierQualityEvent = z.infer<typeof SupplierQualityEvent>;
