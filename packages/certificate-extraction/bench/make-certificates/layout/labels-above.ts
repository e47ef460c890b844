import { drawAddressBlocks, producerTruth } from '../paper/address-block.ts';
import { drawFieldBlock } from '../paper/field-block.ts';
import { drawFooters, drawSignatures, drawTitle, drawWatermark } from '../paper/furniture.ts';
import { openPaper, type Paper } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows, resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import type { LabelName } from '../wording/label.ts';
import { type Line, toLines } from '../wording/line.ts';
import { absences, makeStyle, type Style } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** A form: labels above their values in three columns of boxes, some left empty, heads of three lines, a watermark. */
export const labelsAbove: Layout = { name: 'labels-above', draw };

const names: readonly LabelName[] = [
  'product',
  'code',
  'batch_number',
  'quantity',
  'manufacturing_date',
  'expiry_date',
  'retest_date',
  'analysis',
  'issue_date',
];

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'liberation', margin: 42 });
  const mark = random.pick(['COPY', 'ORIGINAL', 'CONTROLLED']);
  drawWatermark(paper, mark);
  paper.runningHead = (next) => drawWatermark(next, mark);
  drawTitle(paper, 'CERTIFICATE OF ANALYSIS', { size: 16 });
  drawAddressBlocks(paper, [
    { label: 'MANUFACTURER', company: batch.producer },
    { label: 'DISTRIBUTOR', company: batch.distributor },
  ]);
  const placement = random.pick(['below', 'cells-below'] as const);
  drawFieldBlock(paper, fields, {
    columns: 3,
    placement,
    colon: '',
    size: 9,
    labelLook: { size: 7, face: 'regular', color: '#555555' },
  });
  drawResults(paper, lines, style);
  drawSignatures(paper, batch.signers, { roles: ['QC release', 'QA approval'], random });
  drawFooters(paper, [
    `${batch.distributor.name} Tel ${batch.distributor.phone} ${batch.distributor.mail}`,
    'P = pass, F = fail    {page}/{pages}',
  ]);
  return finish(paper, {
    lines,
    rows: resultTruth(lines, null),
    fields: { ...fieldTruth(fields), ...producerTruth(batch.producer) },
  });
}

function drawResults(paper: Paper, lines: readonly Line[], style: Style): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'Test\nparameter\n(characteristic)', width: 3 },
    { show: 'method', head: 'Test\nmethod\nused', width: 1.8 },
    ...(style.unit === 'column' ? [{ show: 'unit', head: 'Unit\nof\nresult', width: 1 } as const] : []),
    { show: 'specification', head: 'Acceptance\ncriteria\n(limits)', width: 2.8 },
    { show: 'result', head: 'Analytical\nresult\nfound', width: 2 },
    { show: 'verdict', head: 'Pass /\nFail', width: 0.9, align: 'center' },
  ];
  drawTable(paper, {
    columns,
    head: [headRow(columns)],
    rows: resultRows(lines, columns, null),
    look: { rules: 'head', size: 8.5, padding: 2.5 },
  });
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['symbol', 'max'] as const),
    unit: random.pick(['column', 'both'] as const),
    absence: random.pick(absences),
    verdict: random.pick([
      { pass: 'P', fail: 'F', none: '' },
      { pass: 'Pass', fail: 'Fail', none: '' },
    ]),
    report: '',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  const empty = random.pick([['retest_date'], ['expiry_date'], ['retest_date', 'manufacturing_date']] as const);
  const date = random.pick(['slash-american', 'upper'] as const);
  return toFieldLines(names, batch, {
    style: { language: 'english', date, shelf: random.pick([date, 'month-word'] as const), empty },
    random,
  });
}
