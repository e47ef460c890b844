import { expect } from 'chai';
import { baselineOf, type Known } from '../src/risk/baseline.ts';
import { CATEGORIES, judge, riskLevelOf } from '../src/risk/risk.ts';

const DAY = '2026-08-31';

describe('the risk score', () => {
  it('has its levels at the exact borders', () => {
    expect([0, 25, 26, 50, 51, 75, 76, 100].map(riskLevelOf)).to.deep.equal([
      ...['low', 'low', 'medium', 'medium', 'high', 'high', 'critical', 'critical'],
    ]);
    for (const border of [25, 26, 50, 51, 75, 76]) {
      const all = CATEGORIES.map((category) => ({ category, score: border }));
      expect(judge(all, DAY)).to.include({ risk_score: border, risk_level: riskLevelOf(border) });
    }
  });

  it('rounds the sum once, half up, and then looks for the level', () => {
    const of = (quality: number, delivery: number) =>
      judge(
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
    const judged = judge(factors, DAY);
    expect(judged.factors.map(({ weight }) => weight)).to.deep.equal([0.25, 0.2, 0.15, 0.1, 0.15, 0.15]);
    expect(judged.factors.map((factor) => factor.weighted_score)).to.deep.equal([10, 6, 3, 1, 9, 0]);
    expect(judged.risk_score).to.equal(29);
  });

  it('weighs only the factors that are given, and shows the weight that it counted with', () => {
    const { factors, risk_score } = judge(
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

  it('calls for the next assessment in 3, 6, 12 or 24 months, at the end of a shorter month', () => {
    const next = (score: number) => judge([{ category: 'single_source', score }], DAY).next_assessment_date;
    expect([80, 60, 30, 10].map(next)).to.deep.equal(['2026-11-30', '2027-02-28', '2027-08-31', '2028-08-31']);
  });

  it('recommends what follows from the factors, the gravest first, and nothing where all is well', () => {
    const sentences = (category: (typeof CATEGORIES)[number]) =>
      [25, 26, 50, 51, 75, 76].map((score) => judge([{ category, score }], DAY).recommendations[0]);
    for (const category of CATEGORIES) {
      const [well, minor, stillMinor, grave, stillGrave, gravest] = sentences(category);
      expect([stillMinor, stillGrave]).to.deep.equal([minor, grave]);
      expect(new Set([well, minor, grave, gravest]).size).to.equal(4);
    }
    const { recommendations } = judge(
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
    baselineOf({ ...nothing, ...known }, DAY).factors.map(({ category }) => category);
  const scoreOf = (known: Partial<Known>) => baselineOf({ ...nothing, ...known }, DAY).factors[0]?.score;

  it('answers for a supplier of which nothing is known, and says so', () => {
    const baseline = baselineOf(nothing, DAY);
    expect(baseline).to.include({ risk_score: 50, risk_level: 'medium', next_assessment_date: '2027-08-31' });
    expect(baseline.factors).to.deep.equal([]);
    expect(baseline.details).to.contain('nothing is known');
  });

  it('has a factor for each thing that is known and for no other', () => {
    expect(categories({ open_deviations: 0, critical_deviations: 0 })).to.deep.equal(['quality_history']);
    expect(categories({ on_time_delivery_rate: 97 })).to.deep.equal(['delivery_performance']);
    expect(categories({ certificates: { active: 1, expiring: 0, expired: 0 } })).to.deep.equal([
      'certification_status',
    ]);
    expect(categories({ sourcing: { told: 2, primary: 1 } })).to.deep.equal(['single_source']);
    expect(categories({ sourcing: { told: 0, primary: 0 } })).to.deep.equal([]);
  });

  it('is graver with an open critical deviation, an expired certificate, late deliveries and a sole source', () => {
    expect(scoreOf({ open_deviations: 0, critical_deviations: 0 })).to.equal(0);
    expect(scoreOf({ open_deviations: 1, critical_deviations: 0 })).to.equal(15);
    expect(scoreOf({ open_deviations: 1, critical_deviations: 1 })).to.equal(80);
    expect(scoreOf({ open_deviations: 9, critical_deviations: 3 })).to.equal(100);
    expect(scoreOf({ certificates: { active: 2, expiring: 1, expired: 0 } })).to.equal(30);
    expect(scoreOf({ certificates: { active: 2, expiring: 0, expired: 1 } })).to.equal(60);
    expect(scoreOf({ on_time_delivery_rate: 60.5 })).to.equal(40);
    expect(scoreOf({ sourcing: { told: 3, primary: 2 } })).to.equal(67);
  });
});
