import type { Random } from '../random.ts';
import type { Batch } from '../sheet/batch.ts';
import type { TruthFields } from '../truth.ts';
import { type DateForm, meantDay, printDay } from './date.ts';
import { foreignLabels, type LabelName, labels } from './label.ts';

/** A label with its value as printed, and what it adds to the truth. */
export type FieldLine = { name: LabelName; label: string; text: string; truth: Partial<TruthFields> };

/** `shelf` is the form of manufacturing, expiry and retest dates; the others are printed in `date`. */
export type FieldStyle = {
  language: 'english' | 'german' | 'french';
  date: DateForm;
  shelf?: DateForm;
  empty?: readonly LabelName[];
};

/** Prints the wanted fields of a batch; those in `style.empty` stand there without a value. */
export function toFieldLines(
  names: readonly LabelName[],
  batch: Batch,
  context: { style: FieldStyle; random: Random },
): FieldLine[] {
  const { style, random } = context;
  return names.map((name) => {
    const label = printLabel(name, style, random);
    if (style.empty?.includes(name)) return { name, label, text: '', truth: {} };
    return { name, label, ...printValue(name, batch, style) };
  });
}

/** All truths of printed fields together. */
export function fieldTruth(lines: readonly FieldLine[]): Partial<TruthFields> {
  return Object.assign({}, ...lines.map((line) => line.truth));
}

function printLabel(name: LabelName, { language }: FieldStyle, random: Random): string {
  const english = random.pick(labels[name]);
  if (language === 'english') return english;
  return `${foreignLabels[name][language === 'german' ? 0 : 1]} / ${english}`;
}

type Value = { text: string; truth: Partial<TruthFields> };

function printValue(name: LabelName, batch: Batch, style: FieldStyle): Value {
  switch (name) {
    case 'manufacturing_date':
    case 'expiry_date':
    case 'retest_date':
    case 'issue_date':
      return printDate(name, batch, style);
    case 'batch_number':
      return { text: batch.number, truth: { batch_number: batch.number } };
    case 'certificate_number':
      return { text: batch.certificateNumber, truth: { certificate_number: batch.certificateNumber } };
    case 'manufacturer':
      return { text: batch.producer.name, truth: { manufacturer: batch.producer.name } };
    case 'manufacturing_site':
      return { text: batch.producer.lines.join(', '), truth: { manufacturing_site: batch.producer.lines.join(', ') } };
    default:
      return { text: printPlain(name, batch, style), truth: {} };
  }
}

function printDate(
  name: 'manufacturing_date' | 'expiry_date' | 'retest_date' | 'issue_date',
  batch: Batch,
  style: FieldStyle,
): Value {
  const date = batch.dates[name.replace('_date', '') as 'manufacturing' | 'expiry' | 'retest' | 'issue'];
  const form = name === 'issue_date' ? style.date : (style.shelf ?? style.date);
  const last = name === 'expiry_date' || name === 'retest_date';
  return { text: printDay(date, form), truth: { [name]: meantDay(date, form, last) } };
}

function printPlain(name: LabelName, batch: Batch, { language, date }: FieldStyle): string {
  const { material, dates } = batch;
  const texts: Partial<Record<LabelName, string>> = {
    product: language === 'english' ? material.name : `${material[language]} / ${material.name}`,
    code: material.code,
    cas: material.cas,
    formula: material.formula,
    grade: material.grade,
    quantity: batch.quantity,
    customer: batch.customer.name,
    order: `45${batch.material.cas.replace(/\D/g, '').padEnd(7, '3')}`,
    storage: 'Keep tightly closed, below 25 °C',
    sampling: printDay(dates.sampling, date),
    receipt: printDay(dates.receipt, date),
    analysis: printDay(dates.analysis, date),
  };
  return texts[name] ?? '';
}
