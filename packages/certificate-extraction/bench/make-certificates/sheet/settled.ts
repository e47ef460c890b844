import type { Company } from './company.ts';

/** A day without time and zone; `month` counts from 1. */
export type Day = { year: number; month: number; day: number };

/** What a document shall say where it would be drawn otherwise, so that it fits records that are there. */
export type Settled = {
  /** The name of a material of the catalogue. */
  material?: string;
  /** Whether tests fail. */
  failing?: boolean;
  producer?: Company;
  batchNumber?: string;
  issue?: Day;
  expiry?: Day;
};
