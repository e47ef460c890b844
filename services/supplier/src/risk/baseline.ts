import { type AskedFactor, type Judgement, judge, nextAssessmentOf, riskLevelOf } from './risk.ts';

/** What the mesh knows of a supplier; null where nobody has ever spoken of it. */
export type Known = {
  open_deviations: number | null;
  critical_deviations: number | null;
  on_time_delivery_rate: number | null;
  certificates: { active: number; expiring: number; expired: number } | null;
  /** Of how many items that it supplies the relationships say who the primary supplier is, and of how many it is. */
  sourcing: { told: number; primary: number } | null;
};

/** A supplier of which nothing is known stands in the middle of the scale: neither safe nor bad. */
const UNKNOWN_SCORE = 50;

const CRITICAL_DEVIATION = 80;
const OPEN_DEVIATION = 15;
const EXPIRED_CERTIFICATE = 60;
const FURTHER_EXPIRED = 10;
const EXPIRING_CERTIFICATE = 30;

const upTo100 = (score: number): number => Math.min(100, Math.max(0, Math.round(score)));

const factor = (category: AskedFactor['category'], score: number, known: string): AskedFactor => ({
  category,
  score: upTo100(score),
  details: `Baseline, not assessed: ${known}.`,
});

const qualityOf = ({ open_deviations: open, critical_deviations: critical }: Known): AskedFactor[] => {
  if (open === null) return [];
  const graver = critical ? CRITICAL_DEVIATION : 0;
  const score = graver + OPEN_DEVIATION * (open - (critical ? 1 : 0));
  return [factor('quality_history', score, `${open} open deviations, of these ${critical ?? 0} critical`)];
};

const deliveryOf = ({ on_time_delivery_rate: rate }: Known): AskedFactor[] =>
  rate === null ? [] : [factor('delivery_performance', 100 - rate, `${rate} % of deliveries on time`)];

const sourcingOf = ({ sourcing }: Known): AskedFactor[] => {
  if (!sourcing || sourcing.told === 0) return [];
  const { told, primary } = sourcing;
  return [factor('single_source', (100 * primary) / told, `primary supplier of ${primary} of ${told} items`)];
};

const certificationOf = ({ certificates }: Known): AskedFactor[] => {
  if (!certificates) return [];
  const { active, expiring, expired } = certificates;
  const known = `${active} active certificates, of these ${expiring} expire soon; ${expired} expired`;
  if (expired > 0)
    return [factor('certification_status', EXPIRED_CERTIFICATE + FURTHER_EXPIRED * (expired - 1), known)];
  return [factor('certification_status', expiring > 0 ? EXPIRING_CERTIFICATE : 0, known)];
};

const nothingKnown = (today: string): Judgement => ({
  risk_score: UNKNOWN_SCORE,
  risk_level: riskLevelOf(UNKNOWN_SCORE),
  assessment_date: today,
  next_assessment_date: nextAssessmentOf(UNKNOWN_SCORE, today),
  factors: [],
  recommendations: ['Assess the supplier: nothing is known of it yet.'],
});

/** The risk of a supplier that nobody has assessed, out of what is known of it alone (decisions §4, "Suppliers"). */
export const baselineOf = (known: Known, today: string): Judgement & { details: string } => {
  const factors = [...qualityOf(known), ...deliveryOf(known), ...sourcingOf(known), ...certificationOf(known)];
  if (factors.length === 0)
    return {
      ...nothingKnown(today),
      details: 'Nobody has assessed this supplier and nothing is known of it: the score is the middle of the scale.',
    };
  return {
    ...judge(factors, today),
    details:
      'Nobody has assessed this supplier: a baseline out of open deviations, deliveries, relationships and certificates, as far as they are known.',
  };
};
