import { Instant } from '@qsc/service-kit';
import { z } from 'zod';

const AffectedProduct = z
  .object({
    id: z.string(),
    name: z.string(),
    impact_level: z
      .enum(['direct', 'indirect'])
      .meta({ description: '`direct`: related to the event, or one step from what is.' }),
    reason: z.string(),
  })
  .meta({ id: 'AffectedProduct', description: 'A product that a quality event may affect, and why.' });

const AffectedBatch = z
  .object({
    batch_number: z.string(),
    product: z.string().nullable().meta({ description: 'The product or component that it is a batch of.' }),
    status: z.string().nullable(),
    units: z.number().nullable(),
  })
  .meta({ id: 'AffectedBatch', description: 'A batch that a quality event may affect; unknown values are null.' });

const RegulatoryImpact = z
  .object({
    reportable: z.boolean(),
    reason: z.string(),
    jurisdictions: z.array(z.string()).meta({
      description: 'The authorities of the countries of the products and suppliers met; empty where none is known.',
    }),
  })
  .meta({ id: 'RegulatoryImpact', description: 'Whether the authorities must be notified, and why.' });

/** The result of an impact analysis (specification, "Quality event"). */
export const ImpactAnalysis = z
  .object({
    event_id: z.string(),
    analysis_timestamp: Instant,
    products_affected: z.array(AffectedProduct),
    batches_affected: z.array(AffectedBatch),
    regulatory_impact: RegulatoryImpact,
    recommended_actions: z.array(z.string()).meta({ description: 'Most urgent first.' }),
  })
  .meta({ id: 'ImpactAnalysis', description: 'What a quality event affects.' });
