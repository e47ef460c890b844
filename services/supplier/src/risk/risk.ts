import { type LocalTime, toDay } from '@qsc/contracts';
import { invalidField } from '@qsc/service-kit/pure';
import { z } from 'zod';
import { monthsAfter } from '../supplier/day.ts';
import { RISK_LEVELS } from '../supplier/supplier.ts';

/** The categories of risk (specification, "Supplier"). */
export const CATEGORIES = [
  'quality_history',
  'delivery_performance',
  'financial_stability',
  'geographic_risk',
  'single_source',
  'certification_status',
] as const;

export type Category = (typeof CATEGORIES)[number];

export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Weights in hundredths (decisions §4, "Suppliers"): integers, so that scores at a border are exact. */
const WEIGHTS: Readonly<Record<Category, number>> = {
  quality_history: 25,
  delivery_performance: 20,
  financial_stability: 15,
  geographic_risk: 10,
  single_source: 15,
  certification_status: 15,
};

/** The lowest score of each level, and the months to the next assessment. */
const LEVELS: readonly { level: RiskLevel; from: number; months: number }[] = [
  { level: 'critical', from: 76, months: 3 },
  { level: 'high', from: 51, months: 6 },
  { level: 'medium', from: 26, months: 12 },
  { level: 'low', from: 0, months: 24 },
];

export type NewFactor = { category: Category; score: number; details?: string | undefined };

/** A factor with its weight relative to the given factors; `weighted_score` is score × weight. */
export const Factor = z.object({
  category: z.enum(CATEGORIES),
  score: z.number(),
  weight: z.number(),
  weighted_score: z.number(),
  details: z.string().nullable(),
});

export type Factor = z.infer<typeof Factor>;

/** The risk of a supplier by its factors. */
export const RiskResult = z.object({
  risk_score: z.number().int(),
  risk_level: z.enum(RISK_LEVELS),
  assessment_date: z.iso.date(),
  next_assessment_date: z.iso.date(),
  factors: z.array(Factor),
  recommendations: z.array(z.string()),
});

export type RiskResult = z.infer<typeof RiskResult>;

/** The recommendation for a factor, from a score on; the highest score that matches counts. */
const RECOMMENDATIONS: Readonly<Record<Category, readonly { from: number; sentence: string }[]>> = {
  quality_history: [
    { from: 76, sentence: 'Audit the supplier for cause and close its critical deviations before further orders.' },
    { from: 51, sentence: 'Audit the quality system of the supplier and agree corrective actions.' },
    { from: 26, sentence: 'Review the open deviations with the supplier.' },
  ],
  delivery_performance: [
    { from: 76, sentence: 'Raise safety stock now and agree a recovery plan for deliveries.' },
    { from: 51, sentence: 'Agree a delivery improvement plan and review it monthly.' },
    { from: 26, sentence: 'Watch on-time delivery each month.' },
  ],
  financial_stability: [
    { from: 76, sentence: 'Prepare to move supply elsewhere: the supplier may fail.' },
    { from: 51, sentence: 'Ask for current financial statements and review them each quarter.' },
    { from: 26, sentence: 'Review the credit rating of the supplier once a year.' },
  ],
  geographic_risk: [
    { from: 76, sentence: 'Qualify a source in another region.' },
    { from: 51, sentence: 'Draw up a contingency plan for the region and its transport routes.' },
    { from: 26, sentence: 'Watch the regulatory and political situation of the region.' },
  ],
  single_source: [
    { from: 76, sentence: 'Qualify a second source for what this supplier alone delivers.' },
    { from: 51, sentence: 'Begin the evaluation of an alternative source.' },
    { from: 26, sentence: 'Keep a list of alternative sources.' },
  ],
  certification_status: [
    { from: 76, sentence: 'Accept no deliveries under expired certificates until they are renewed.' },
    { from: 51, sentence: 'Obtain current certificates from the supplier.' },
    { from: 26, sentence: 'Ask for certificates that expire soon to be renewed.' },
  ],
};

const ALL_WELL = 'No action beyond the routine review.';

const recommend = (factors: readonly NewFactor[]): string[] => {
  const found = factors
    .toSorted((one, other) => other.score - one.score)
    .flatMap(({ category, score }) => RECOMMENDATIONS[category].find(({ from }) => score >= from)?.sentence ?? []);
  return found.length === 0 ? [ALL_WELL] : found;
};

const findLevel = (score: number) => {
  const found = LEVELS.find(({ from }) => score >= from);
  if (!found) throw new Error(`${score} is no score.`);
  return found;
};

/** The level of a score (specification, "Supplier"). */
export const toRiskLevel = (score: number): RiskLevel => findLevel(score).level;

/** The date of the next assessment of a supplier with that score. */
export const nextAssessment = (score: number, day: string): string => monthsAfter(day, findLevel(score).months);

/**
 * The risk of the factors, of which there is at least one. Weights are relative to the given factors (decisions §4,
 * "Suppliers").
 */
export const scoreRisk = (factors: readonly NewFactor[], assessmentDate: string): RiskResult => {
  const total = factors.reduce((sum, { category }) => sum + WEIGHTS[category], 0);
  const points = factors.reduce((sum, { category, score }) => sum + WEIGHTS[category] * score, 0);
  const risk_score = Math.round(points / total);
  return {
    risk_score,
    risk_level: toRiskLevel(risk_score),
    assessment_date: assessmentDate,
    next_assessment_date: nextAssessment(risk_score, assessmentDate),
    factors: factors.map(({ category, score, details = null }) => {
      const weight = WEIGHTS[category] / total;
      return { category, score, weight, weighted_score: score * weight, details };
    }),
    recommendations: recommend(factors),
  };
};

/** The day of an assessment; default today. Throws `validation_failed` for one in the future. */
export const assessmentDay = (day: string | undefined, at: LocalTime): string => {
  const today = toDay(at);
  if (day !== undefined && day > today)
    throw invalidField('assessment_date', 'future', 'An assessment has taken place, so its date is not in the future.');
  return day ?? today;
};
