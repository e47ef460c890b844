import { materials } from '../material/catalogue.ts';
import { extend, sortByTopic } from '../material/extended-test.ts';
import type { Material, MonographTest, Topic } from '../material/material.ts';
import type { Random } from '../random.ts';
import { type Company, customers, distributors, laboratories, people, producers } from './company.ts';
import { drawFindings, type Finding } from './finding.ts';
import type { Day, Settled } from './settled.ts';

/** The life of a batch in days. */
export type BatchDates = Record<
  'manufacturing' | 'sampling' | 'receipt' | 'analysis' | 'issue' | 'retest' | 'expiry',
  Day
>;

/** Everything that a certificate may say; a layout prints a part of it. */
export type Batch = {
  material: Material;
  findings: readonly Finding[];
  number: string;
  dates: BatchDates;
  certificateNumber: string;
  producer: Company;
  distributor: Company;
  laboratory: Company;
  customer: Company;
  signers: readonly string[];
  quantity: string;
};

/** What a layout asks of its batch: tests of some topics only, at most `tests` of them, or the screening added. */
export type Wish = { topics?: readonly Topic[]; tests?: number; extended?: boolean };

/** Draws a batch; four in ten have failing tests. */
export function drawBatch(random: Random, wish: Wish = {}): Batch {
  const { settled } = random;
  const material = materials.find(({ name }) => name === settled.material) ?? random.pick(materials);
  const tests = chooseTests(material, wish, random);
  const failing = settled.failing ?? random.chance(0.4);
  return {
    material,
    findings: drawFindings(tests, failing, random),
    number: settled.batchNumber ?? drawBatchNumber(random),
    dates: settledDates(settled) ?? drawDates(random),
    certificateNumber: drawCertificateNumber(random),
    producer: settled.producer ?? random.pick(producers),
    distributor: random.pick(distributors),
    laboratory: random.pick(laboratories),
    customer: random.pick(customers),
    signers: random.some(people, 2),
    quantity: `${random.whole(2, 80) * 25} kg`,
  };
}

function chooseTests({ tests }: Material, { topics, tests: count, extended }: Wish, random: Random): MonographTest[] {
  const all = extended ? extend(tests) : sortByTopic(tests);
  const wanted = all.filter((test) => topics === undefined || topics.includes(test.topic));
  return count === undefined ? wanted : random.some(wanted, count);
}

/** `count` batches of one material and one producer, tested alike. */
export function drawBatches(random: Random, count: number, wish: Wish = {}): Batch[] {
  const first = drawBatch(random, wish);
  const tests = first.findings.map((finding) => finding.test);
  const others = Array.from({ length: count - 1 }, () => ({
    ...first,
    number: drawBatchNumber(random),
    findings: drawFindings(tests, random.chance(0.4), random),
  }));
  return [first, ...others];
}

/** A batch number in one of the forms that producers use. */
export function drawBatchNumber(random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('');
  const letter = () => random.pick([...'ABCDEFGHKLMNPRSTUVWX']);
  const forms = [
    () => `${letter()}${letter()}${digits(6)}`,
    () => `2${random.whole(3, 5)}${digits(5)}`,
    () => `${letter()}${digits(4)}-${digits(2)}`,
    () => `${letter()}${letter()}${letter()}/${digits(3)}/2${random.whole(3, 5)}`,
    () => `202${random.whole(3, 5)}${digits(4)}${letter()}`,
    () => `00${digits(8)}`,
  ];
  return random.pick(forms)();
}

function drawCertificateNumber(random: Random): string {
  const number = random.whole(1000, 99999);
  return random.pick([
    `COA-${number}`,
    `QC/${random.whole(10, 99)}/${number}`,
    `${number}-${random.whole(1, 4)}`,
    `R2025-${number}`,
    `AR-${random.whole(20, 26)}-${number}`,
  ]);
}

function drawDates(random: Random): BatchDates {
  const made = Date.UTC(random.whole(2023, 2025), random.whole(0, 11), random.whole(1, 28));
  const after = (days: number) => toDay(made + days * 86_400_000);
  const sampled = random.whole(2, 9);
  const analysed = sampled + random.whole(3, 12);
  const life = random.pick([2, 3, 5]);
  // Issued late in a month, so that a certificate which prints this date tells the order of its days and months.
  const issueDay = (days: number): Day => (after(days).day > 12 ? after(days) : issueDay(days + 1));
  return {
    manufacturing: after(0),
    sampling: after(sampled),
    receipt: after(sampled + 1),
    analysis: after(analysed),
    issue: issueDay(analysed + random.whole(1, 8)),
    retest: after(365 * (life - 1) + random.whole(-3, 3)),
    expiry: after(365 * life - 1),
  };
}

/** The life of a batch whose certificate is issued on a settled day. */
function settledDates({ issue, expiry }: Settled): BatchDates | null {
  if (!issue) return null;
  const issued = Date.UTC(issue.year, issue.month - 1, issue.day);
  const after = (days: number) => toDay(issued + days * 86_400_000);
  return {
    manufacturing: after(-14),
    sampling: after(-10),
    receipt: after(-9),
    analysis: after(-3),
    issue,
    retest: expiry ?? after(365),
    expiry: expiry ?? after(730),
  };
}

/** The days of a certificate that is valid for three years, after another one that was. */
export function drawLife(random: Random): Record<'issue' | 'expiry' | 'first', Day> {
  const start = { year: random.whole(2022, 2025), month: random.whole(1, 12), day: random.whole(13, 28) };
  const { issue = start, expiry } = random.settled;
  return {
    issue,
    expiry: expiry ?? { ...issue, year: issue.year + 3, day: issue.day - 1 },
    first: { ...issue, year: issue.year - 3 },
  };
}

function toDay(time: number): Day {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
