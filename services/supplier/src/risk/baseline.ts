import { type NewFactor, nextAssessment, type RiskResult, scoreRisk, toRiskLevel } from './risk.ts';

/** What is known of a supplier; null where there is no data. */
export type Known = {
  open_deviations: number | null;
  critical_deviations: number | null;
  on_time_delivery_rate: number | null;
  certificates: { active: number; expiring: number; expired: number } | null;
  /** For how many of its items a relationship says who the primary supplier is, and for how many it is this one. */
  sourcing: { reported: number; primary: number } | null;
};

/** The score of a supplier without data: the middle of the scale, neither safe nor bad. */
const UNKNOWN_SCORE = 50;

const CRITICAL_DEVIATION = 80;
const OPEN_DEVIATION = 15;
const EXPIRED_CERTIFICATE = 60;
const FURTHER_EXPIRED = 10;
const EXPIRING_CERTIFICATE = 30;

const upTo100 = (score: number): number => Math.min(100, Math.max(0, Math.round(score)));

const factor = (category: NewFactor['category'], score: number, known: string): NewFactor => ({
  category,
  score: upTo100(score),
  details: `Baseline, not assessed: ${known}.`,
});

const qualityFactor = ({ open_deviations: open, critical_deviations: critical }: Known): NewFactor[] => {
  if (open === null) return [];
  const graver = critical ? CRITICAL_DEVIATION : 0;
  const score = graver + OPEN_DEVIATION * (open - (critical ? 1 : 0));
  return [factor('quality_history', score, `${open} open deviations, of these ${critical ?? 0} critical`)];
};

const deliveryFactor = ({ on_time_delivery_rate: rate }: Known): NewFactor[] =>
  rate === null ? [] : [factor('delivery_performance', 100 - rate, `${rate} % of deliveries on time`)];

const sourcingFactor = ({ sourcing }: Known): NewFactor[] => {
  if (!sourcing || sourcing.reported === 0) return [];
  const { reported, primary } = sourcing;
  return [factor('single_source', (100 * primary) / reported, `primary supplier of ${primary} of ${reported} items`)];
};

const certificationFactor = ({ certificates }: Known): NewFactor[] => {
  if (!certificates) return [];
  const { active, expiring, expired } = certificates;
  const known = `${active} active certificates, of these ${expiring} expire soon; ${expired} expired`;
  if (expired > 0)
    return [factor('certification_status', EXPIRED_CERTIFICATE + FURTHER_EXPIRED * (expired - 1), known)];
  return [factor('certification_status', expiring > 0 ? EXPIRING_CERTIFICATE : 0, known)];
};

const nothingKnown = (today: string): RiskResult => ({
  risk_score: UNKNOWN_SCORE,
  risk_level: toRiskLevel(UNKNOWN_SCORE),
  assessment_date: today,
  next_assessment_date: nextAssessment(UNKNOWN_SCORE, today),
  factors: [],
  recommendations: ['Assess the supplier: there is no data about it yet.'],
});

/** The risk of a supplier without an assessment, from known data alone (decisions §4, "Suppliers"). */
export const toBaseline = (known: Known, today: string): RiskResult & { details: string } => {
  const factors = [
    ...qualityFactor(known),
    ...deliveryFactor(known),
    ...sourcingFactor(known),
    ...certificationFactor(known),
  ];
  if (factors.length === 0)
    return {
      ...nothingKnown(today),
      details: 'This supplier was not assessed and nothing is known of it: the score is the middle of the scale.',
    };
  return {
    ...scoreRisk(factors, today),
    details:
      'This supplier was not assessed: a baseline from open deviations, deliveries, relationships and certificates, as far as they are known.',
  };
};
