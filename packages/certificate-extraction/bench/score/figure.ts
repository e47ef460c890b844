/** How much of what was read is right, how much of what is there was read. Parts are null where there is nothing to count. */
export type Rate = {
  right: number;
  found: number;
  expected: number;
  precision: number | null;
  recall: number | null;
  f1: number | null;
};

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Precision, recall and F1 of `right` hits out of `found` readings for `expected` true ones. */
export const computeRate = ({ right, found, expected }: { right: number; found: number; expected: number }): Rate => ({
  right,
  found,
  expected,
  precision: share(right, found),
  recall: share(right, expected),
  f1: share(2 * right, found + expected),
});

/** Something that was read with a confidence (0 to 1), and whether it is right. */
export type Claim = { confidence: number; right: boolean };

const BINS = 10;

/**
 * Expected calibration error over ten bins of equal width: how far confidence and share of right claims are apart, weighted by
 * claims (Naeini, Cooper, Hauskrecht 2015). Null without claims.
 */
export const calibrationError = (claims: readonly Claim[]): number | null => {
  const bins = Object.values(
    Object.groupBy(claims, ({ confidence }) => Math.max(0, Math.min(BINS - 1, Math.floor(confidence * BINS)))),
  );
  const apart = bins.map((bin = []) => {
    const confidence = bin.reduce((sum, claim) => sum + claim.confidence, 0);
    return Math.abs(confidence - bin.filter(({ right }) => right).length);
  });
  return share(
    apart.reduce((sum, each) => sum + each, 0),
    claims.length,
  );
};

/** The share of right claims among those with at least this confidence, and how many there are. */
export const precisionFrom = (claims: readonly Claim[], least: number): { precision: number | null; count: number } => {
  const sure = claims.filter(({ confidence }) => confidence >= least);
  return { precision: share(sure.filter(({ right }) => right).length, sure.length), count: sure.length };
};

/** The smallest value that at least this share (0 to 1) of the values does not exceed; null without values. */
export const computeQuantile = (values: readonly number[], part: number): number | null => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null;
};
