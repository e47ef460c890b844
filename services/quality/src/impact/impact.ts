import type { QualityEvent } from '../quality-event/quality-event.ts';
import { type AffectedBatch, affectedBatches, type CertifiedBatch, isHeld, isReleased } from './affected-batch.ts';
import { type AffectedProduct, affectedProducts } from './affected-product.ts';
import type { Walked } from './graph.ts';
import { recommendedActions, type Situation } from './recommendation.ts';
import { type RegulatoryImpact, regulatoryImpact } from './regulatory-impact.ts';

/** What a quality event affects (specification, "Impact analysis result"). */
export type Impact = {
  event_id: string;
  analysis_timestamp: string;
  products_affected: AffectedProduct[];
  batches_affected: AffectedBatch[];
  regulatory_impact: RegulatoryImpact;
  recommended_actions: string[];
};

/** The data of an analysis: the entities that were met, and the batches of their certificates. */
export type Findings = { walked: Walked; certified: readonly CertifiedBatch[]; now: Date };

type Assessed = Pick<Impact, 'products_affected' | 'batches_affected' | 'regulatory_impact'>;

const toSituation = (event: QualityEvent, walked: Walked, assessed: Assessed): Situation => {
  const { products_affected: products, batches_affected: batches, regulatory_impact: regulatory } = assessed;
  const suppliers = [...walked.values()].filter(({ entity }) => entity.type === 'supplier');
  return {
    type: event.type,
    classification: event.classification,
    reportable: regulatory.reportable,
    jurisdictions: regulatory.jurisdictions,
    patient_impact: event.impact_assessment?.patient_impact ?? null,
    direct_products: products.filter(({ impact_level }) => impact_level === 'direct').length,
    indirect_products: products.filter(({ impact_level }) => impact_level === 'indirect').length,
    released_batches: batches.filter(isReleased).length,
    held_batches: batches.filter(isHeld).length,
    unknown_batches: batches.filter(({ status }) => status === null).length,
    related_suppliers: suppliers.filter(({ distance }) => distance === 0).length,
    shared_suppliers: suppliers.filter(({ distance }) => distance > 0).length,
    has_root_cause: Boolean(event.root_cause?.description),
  };
};

/** Assesses the impact of an event from what was found. */
export const assessImpact = (event: QualityEvent, { walked, certified, now }: Findings): Impact => {
  const { patient_impact = null, batches_affected: named = [] } = event.impact_assessment ?? {};
  const batches_affected = affectedBatches({ walked, certified, named });
  const assessed = {
    products_affected: affectedProducts(walked),
    batches_affected,
    regulatory_impact: regulatoryImpact({
      classification: event.classification,
      patientImpact: patient_impact,
      walked,
      batches: batches_affected,
    }),
  };
  return {
    event_id: event.id,
    analysis_timestamp: now.toISOString(),
    ...assessed,
    recommended_actions: recommendedActions(toSituation(event, walked, assessed)),
  };
};
