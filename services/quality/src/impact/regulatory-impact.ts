import { type AffectedBatch, isReleased, normalizeStatus } from './affected-batch.ts';
import type { LinkedEntity, Walked } from './graph.ts';
import { findJurisdictions } from './jurisdiction.ts';

export type RegulatoryImpact = { reportable: boolean; reason: string; jurisdictions: string[] };

type Circumstances = {
  classification: string | null;
  patientImpact: string | null;
  walked: Walked;
  batches: readonly AffectedBatch[];
};

const ON_MARKET: ReadonlySet<string> = new Set(['marketed', 'on_market', 'commercial', 'launched']);

/** Attributes that hold the market status of a product. */
export const MARKET_ATTRIBUTES = ['market_status', 'status', 'on_market'] as const;

/** Whether a product is on the market, as its own record says: by its status, else by the markets that it has. */
export const isOnMarket = ({ type, attributes }: LinkedEntity): boolean => {
  const { on_market, market_status, status, markets } = attributes;
  if (type !== 'product') return false;
  const stage = normalizeStatus(market_status) || normalizeStatus(status);
  return on_market === true || (stage === '' ? Array.isArray(markets) && markets.length > 0 : ON_MARKET.has(stage));
};

const reportableFor = ({ classification, patientImpact, walked, batches }: Circumstances): string | null => {
  if (normalizeStatus(patientImpact) === 'high') return 'The impact on patients is high.';
  if (classification !== 'critical') return null;
  const batch = batches.find(isReleased);
  if (batch) return `The event is critical, and batch ${batch.batch_number} is ${batch.status}.`;
  const product = [...walked.values()].find(({ entity }) => isOnMarket(entity));
  return product ? `The event is critical, and the product "${product.entity.name}" is on the market.` : null;
};

const notReportable = ({ classification }: Circumstances): string =>
  classification === 'critical'
    ? 'The event is critical, but no batch that it affects is known to be released and no product to be on the market; the impact on patients is not high.'
    : 'The event is not critical, and the impact on patients is not high.';

/**
 * Whether the authorities must be notified: patient impact high, or critical with a released batch or a product on the market
 * (decisions §4, "Quality events"). The reason says which.
 */
export const regulatoryImpact = (circumstances: Circumstances): RegulatoryImpact => {
  const reason = reportableFor(circumstances);
  return {
    reportable: reason !== null,
    reason: reason ?? notReportable(circumstances),
    jurisdictions: findJurisdictions(circumstances.walked),
  };
};
