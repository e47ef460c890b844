import { type AffectedBatch, isReleased, wordOf } from './affected-batch.ts';
import type { LinkedEntity, Walked } from './graph.ts';
import { jurisdictionsOf } from './jurisdiction.ts';

export type RegulatoryImpact = { reportable: boolean; reason: string; jurisdictions: string[] };

type Judged = {
  classification: string | null;
  patientImpact: string | null;
  walked: Walked;
  batches: readonly AffectedBatch[];
};

const ON_MARKET: ReadonlySet<string> = new Set(['marketed', 'on_market', 'commercial', 'launched']);

/** Attributes that say how far a product is. */
export const MARKET_ATTRIBUTES = ['market_status', 'status', 'on_market'] as const;

/** Whether a product is on the market, as its own record says: by its status, else by the markets that it has. */
export const isOnMarket = ({ type, attributes }: LinkedEntity): boolean => {
  const { on_market, market_status, status, markets } = attributes;
  if (type !== 'product') return false;
  const word = wordOf(market_status) || wordOf(status);
  return on_market === true || (word === '' ? Array.isArray(markets) && markets.length > 0 : ON_MARKET.has(word));
};

const reportableFor = ({ classification, patientImpact, walked, batches }: Judged): string | null => {
  if (wordOf(patientImpact) === 'high') return 'The impact on patients is high.';
  if (classification !== 'critical') return null;
  const batch = batches.find(isReleased);
  if (batch) return `The event is critical, and batch ${batch.batch_number} is ${batch.status}.`;
  const product = [...walked.values()].find(({ entity }) => isOnMarket(entity));
  return product ? `The event is critical, and the product "${product.entity.name}" is on the market.` : null;
};

const notReportable = ({ classification }: Judged): string =>
  classification === 'critical'
    ? 'The event is critical, but no batch that it affects is known to be released and no product to be on the market; the impact on patients is not high.'
    : 'The event is not critical, and the impact on patients is not high.';

/**
 * Whether the authorities have to be told: patient impact high, or critical with a released batch or a product on the market
 * (decisions §4, "Quality events"). The reason says which.
 */
export const regulatoryImpact = (judged: Judged): RegulatoryImpact => {
  const reason = reportableFor(judged);
  return {
    reportable: reason !== null,
    reason: reason ?? notReportable(judged),
    jurisdictions: jurisdictionsOf(judged.walked),
  };
};
