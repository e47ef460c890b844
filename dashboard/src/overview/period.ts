export const PERIODS = ['30d', '90d', '1y'] as const;

/** How far back figures are counted. */
export type Period = (typeof PERIODS)[number];
