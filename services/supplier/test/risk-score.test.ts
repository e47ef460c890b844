import { expect } from 'chai';
import { type Known, toBaseline } from '../src/risk/baseline.ts';
import { CATEGORIES, scoreRisk, toRiskLevel } from '../src/risk/risk.ts';

const DAY = '2026-08-31';

describe('the risk score', () => {
  it('has the levels at the exact borders', () => {
    expect([0, 25, 26, 50, 51, 75, 76, 100].map(toRiskLevel)).to.deep.equal([
      ...['low', 'low', 'medium', 'medium', 'high', 'high', 'critical', 'critical'],
    ]);
    for (const border of [25, 26, 50, 51, 75, 76]) {
      const all = CATEGORIES.map((category) => ({ category, score: border }));
      expect(scoreRisk(all, DAY)).to.include({ risk_score: border, risk_level: toRiskLevel(border) });
    }
  });

  it('is rounded once, half up, before the level is found', () => {
    const of = (quality: number, delivery: number) =>
      scoreRisk(
        [
          { category: 'quality_history', score: quality },
          { category: 'geographic_risk', score: delivery },
          { category: 'financial_stability', score: delivery },
        ],
        DAY,
      ).risk_score;
    expect([of(26, 25), of(26, 24.9), of(51, 50), of(50.9, 50)]).to.deep.equal([26, 25, 51, 50]);
  });

  it('has the weights of the specification where all factors are given', () => {
    const scores = { quality_history: 40, delivery_performance: 30, financial_stability: 20 };
    const rest = { geographic_risk: 10, single_source: 60, certification_status: 0 };
    const factors = CATEGORIES.map((category) => ({ category, score: { ...scores, ...rest }[category] }));
    const scored = scoreRisk(factors, DAY);
    expect(scored.factors.map(({ weight }) => weight)).to.deep.equal([0.25, 0.2, 0.15, 0.1, 0.15, 0.15]);
    expect(scored.factors.map((factor) => factor.weighted_score)).to.deep.equal([10, 6, 3, 1, 9, 0]);
    expect(scored.risk_score).to.equal(29);
  });

  it('weights only the given factors, and shows the weights', () => {
    const { factors, risk_score } = scoreRisk(
      [
        { category: 'quality_history', score: 80 },
        { category: 'single_source', score: 40 },
      ],
      DAY,
    );
    expect(factors.map(({ weight }) => weight)).to.deep.equal([0.625, 0.375]);
    for (const { score, weight, weighted_score } of factors) expect(weighted_score).to.equal(score * weight);
    expect(risk_score).to.equal(65);
  });

  it('sets the next assessment in 3, 6, 12 or 24 months, at the end of a shorter month', () => {
    const next = (score: number) => scoreRisk([{ category: 'single_source', score }], DAY).next_assessment_date;
    expect([80, 60, 30, 10].map(next)).to.deep.equal(['2026-11-30', '2027-02-28', '2027-08-31', '2028-08-31']);
  });

  it('recommends by the factors, highest score first, and nothing without a finding', () => {
    const sentences = (category: (typeof CATEGORIES)[number]) =>
      [25, 26, 50, 51, 75, 76].map((score) => scoreRisk([{ category, score }], DAY).recommendations[0]);
    for (const category of CATEGORIES) {
      const [well, minor, stillMinor, grave, stillGrave, gravest] = sentences(category);
      expect([stillMinor, stillGrave]).to.deep.equal([minor, grave]);
      expect(new Set([well, minor, grave, gravest]).size).to.equal(4);
    }
    const { recommendations } = scoreRisk(
      [
        { category: 'delivery_performance', score: 30 },
        { category: 'single_source', score: 90 },
        { category: 'geographic_risk', score: 5 },
      ],
      DAY,
    );
    expect(recommendations).to.have.length(2);
    expect(recommendations[0]).to.contain('second source');
  });
});

describe('the baseline of risk', () => {
  const nothing: Known = {
    open_deviations: null,
    critical_deviations: null,
    on_time_delivery_rate: null,
    certificates: null,
    sourcing: null,
  };
  const categories = (known: Partial<Known>) =>
    toBaseline({ ...nothing, ...known }, DAY).factors.map(({ category }) => category);
  const score = (known: Partial<Known>) => toBaseline({ ...nothing, ...known }, DAY).factors[0]?.score;

  it('is the middle of the scale where nothing is known, and says so', () => {
    const baseline = toBaseline(nothing, DAY);
    expect(baseline).to.include({ risk_score: 50, risk_level: 'medium', next_assessment_date: '2027-08-31' });
    expect(baseline.factors).to.deep.equal([]);
    expect(baseline.details).to.contain('nothing is known');
  });

  it('has a factor for each known figure and for no other', () => {
    expect(categories({ open_deviations: 0, critical_deviations: 0 })).to.deep.equal(['quality_history']);
    expect(categories({ on_time_delivery_rate: 97 })).to.deep.equal(['delivery_performance']);
    expect(categories({ certificates: { active: 1, expiring: 0, expired: 0 } })).to.deep.equal([
      'certification_status',
    ]);
    expect(categories({ sourcing: { reported: 2, primary: 1 } })).to.deep.equal(['single_source']);
    expect(categories({ sourcing: { reported: 0, primary: 0 } })).to.deep.equal([]);
  });

  it('is higher with an open critical deviation, an expired certificate, late deliveries and a sole source', () => {
    expect(score({ open_deviations: 0, critical_deviations: 0 })).to.equal(0);
    expect(score({ open_deviations: 1, critical_deviations: 0 })).to.equal(15);
    expect(score({ open_deviations: 1, critical_deviations: 1 })).to.equal(80);
    expect(score({ open_deviations: 9, critical_deviations: 3 })).to.equal(100);
    expect(score({ certificates: { active: 2, expiring: 1, expired: 0 } })).to.equal(30);
    expect(score({ certificates: { active: 2, expiring: 0, expired: 1 } })).to.equal(60);
    expect(score({ on_time_delivery_rate: 60.5 })).to.equal(40);
    expect(score({ sourcing: { reported: 3, primary: 2 } })).to.equal(67);
  });
});
