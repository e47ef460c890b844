/** One way out of a state of qualification, and what it needs (decisions §4, "Suppliers"). */
export type Way = { to: string; needs?: 'conditions' | 'documents'; roles?: readonly string[] };

const CONDITIONAL: Way = { to: 'conditional', needs: 'conditions' };

const WAYS: Readonly<Record<string, readonly Way[]>> = {
  new: [{ to: 'evaluation' }, { to: 'disqualified' }],
  evaluation: [{ to: 'qualified' }, CONDITIONAL, { to: 'disqualified' }],
  qualified: [{ to: 'qualified' }, CONDITIONAL, { to: 'suspended' }, { to: 'evaluation' }, { to: 'disqualified' }],
  conditional: [{ to: 'qualified' }, CONDITIONAL, { to: 'suspended' }, { to: 'evaluation' }, { to: 'disqualified' }],
  suspended: [{ to: 'evaluation' }, CONDITIONAL, { to: 'qualified', needs: 'documents' }, { to: 'disqualified' }],
  disqualified: [{ to: 'evaluation', roles: ['quality_manager'] }],
};

/** Where a supplier may go from its state of qualification, by the role of the user. */
export const waysFrom = (status: string, role: string): Way[] =>
  role === 'system_admin'
    ? []
    : (WAYS[status] ?? []).filter(({ roles }) => roles === undefined || roles.includes(role));

/** Weights in hundredths and levels of a risk score (decisions §4, "Suppliers"). */
export const RISK_WEIGHTS = {
  quality_history: 25,
  delivery_performance: 20,
  financial_stability: 15,
  geographic_risk: 10,
  single_source: 15,
  certification_status: 15,
} as const;

export type RiskCategory = keyof typeof RISK_WEIGHTS;

export const RISK_CATEGORY_NAMES = Object.keys(RISK_WEIGHTS) as RiskCategory[];

export const levelOfScore = (score: number): 'critical' | 'high' | 'medium' | 'low' =>
  score >= 76 ? 'critical' : score >= 51 ? 'high' : score >= 26 ? 'medium' : 'low';

/** The score that factors come to, as the service counts it; null without any factor. */
export const computeScore = (factors: ReadonlyMap<RiskCategory, number>): number | null => {
  if (factors.size === 0) return null;
  let [total, points] = [0, 0];
  for (const [category, score] of factors) {
    total += RISK_WEIGHTS[category];
    points += RISK_WEIGHTS[category] * score;
  }
  return Math.round(points / total);
};
