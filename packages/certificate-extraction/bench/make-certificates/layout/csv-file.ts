import type { Random } from '../random.ts';
import { drawBatch } from '../sheet/batch.ts';
import type { Specimen } from '../truth.ts';
import { printDay } from '../wording/date.ts';
import { toLines } from '../wording/line.ts';
import { makeStyle } from '../wording/style.ts';
import { readFieldValues, toSpecimen } from './data-truth.ts';
import type { Layout } from './layout.ts';

/** CSV certificates: one flat, one with lines before its table. */
export const csvFiles: readonly Layout[] = [
  { name: 'csv-flat', draw: async (random) => drawCsvFlat(random) },
  { name: 'csv-preamble', draw: async (random) => drawCsvPreamble(random) },
];

function drawCsvFlat(random: Random): Specimen {
  const batch = drawBatch(random);
  const lines = toLines(
    batch.findings,
    makeStyle({ limit: 'nmt', unit: 'column', verdict: { pass: 'PASS', fail: 'FAIL', none: '' }, report: '' }),
  );
  const { dates } = batch;
  const rows = lines.map((line) => [
    batch.number,
    printDay(dates.manufacturing, 'iso'),
    printDay(dates.expiry, 'iso'),
    line.parameter,
    line.specification ?? '',
    line.result,
    line.unit,
    line.verdict,
  ]);
  const head = 'Batch Number,Manufacturing Date,Expiry Date,Test,Specification,Result,Unit,Status'.split(',');
  return toSpecimen('csv', toCsv([head, ...rows], ','), {
    lines,
    fields: readFieldValues(batch, ['batch_number', 'manufacturing_date', 'expiry_date']),
  });
}

const preambleFields = [
  'certificate_number',
  'batch_number',
  'manufacturing_date',
  'retest_date',
  'issue_date',
  'manufacturer',
] as const;

function drawCsvPreamble(random: Random): Specimen {
  const batch = drawBatch(random);
  const lines = toLines(
    batch.findings,
    makeStyle({ limit: 'max', decimal: ',', report: '', complies: 'conforms', deviates: 'does not conform' }),
  );
  const { dates } = batch;
  const preamble = [
    ['Certificate of Analysis', ''],
    ['Certificate No.', batch.certificateNumber],
    ['Product', batch.material.name],
    ['Lot No.', batch.number],
    ['Date of manufacture', printDay(dates.manufacturing, 'dot')],
    ['Retest date', printDay(dates.retest, 'dot')],
    ['Date of issue', printDay(dates.issue, 'dot')],
    ['Manufacturer', batch.producer.name],
    ['', ''],
  ];
  const rows = lines.map((line) => [line.parameter, line.method, line.specification ?? '', line.result]);
  const text = toCsv([...preamble, ['Parameter', 'Method', 'Specification', 'Result'], ...rows], ';');
  return toSpecimen('csv', text, {
    lines,
    fields: readFieldValues(batch, preambleFields),
  });
}

function toCsv(rows: readonly (readonly string[])[], separator: string): string {
  const quote = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${rows.map((row) => row.map(quote).join(separator)).join('\r\n')}\r\n`;
}
