import { drawFieldBlock, type FieldBlockLook } from '../paper/field-block.ts';
import { disclaimers, drawFooters, drawLetterhead, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { cellText, type ResultColumn, resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable, type TableRow } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines, withEdgesAsLimit } from '../wording/line.ts';
import { makeStyle, type Style, verdicts } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** American letter paper: a head of two lines with minimum and maximum below "Specification", American dates. */
export const minMaxColumns: Layout = { name: 'min-max-columns', draw };

const columns: ResultColumn[] = [
  { show: 'parameter', head: '', width: 3.4 },
  { show: 'unit', head: '', width: 1.1, align: 'center' },
  { show: 'minimum', head: '', width: 1.2, align: 'center' },
  { show: 'maximum', head: '', width: 1.2, align: 'center' },
  { show: 'result', head: '', width: 1.8, align: 'center' },
  { show: 'verdict', head: '', width: 1.3, align: 'center' },
];

const block: FieldBlockLook = {
  columns: 2,
  placement: 'beside',
  colon: ':',
  size: 9.5,
  labelLook: { face: 'regular' },
  valueLook: { face: 'bold' },
};

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style).map(withEdgesAsLimit);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'helvetica', size: 'LETTER', margin: 54 });
  drawLetterhead(paper, batch.distributor, { align: 'center', logo: false, color: '#7a1f1f' });
  drawTitle(paper, 'Certificate of Analysis', { size: 17 });
  drawFieldBlock(paper, fields, block);
  drawResults(paper, lines, random);
  paragraph(paper, random.pick(disclaimers), { size: 7.5 });
  drawFooters(paper, [
    `${batch.distributor.lines.join(', ')}  Phone ${batch.distributor.phone}`,
    'Form QF-0417 Rev. 06    Page {page} of {pages}',
  ]);
  return finish(paper, { lines, rows: resultTruth(lines, null), fields: fieldTruth(fields) });
}

function drawResults(paper: Paper, lines: readonly Line[], random: Random): void {
  const upper = ['Test', 'Units', 'Specification', 'Result', 'Pass/Fail'];
  const lower = ['', '', random.pick(['Min', 'Min.', 'Minimum']), random.pick(['Max', 'Max.']), '', ''];
  drawTable(paper, {
    columns,
    head: [
      { cells: upper.map((text) => ({ text, span: text === 'Specification' ? 2 : 1 })) },
      { cells: lower.map((text) => ({ text })) },
    ],
    rows: lines.map(toRow),
    look: { rules: random.pick(['grid', 'horizontal'] as const), size: 9, padding: 3 },
  });
}

/** Descriptions stand across both columns of limits. */
function toRow(line: Line): TableRow {
  if (line.minimum !== '' || line.maximum !== '')
    return { cells: columns.map((column) => ({ text: cellText(line, column.show) })) };
  const merged = { text: line.specification ?? '', span: 2 };
  return {
    cells: [{ text: line.parameter }, { text: line.unit }, merged, { text: line.result }, { text: line.verdict }],
  };
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    unit: 'column',
    verdict: random.pick(verdicts),
    complies: 'Conforms',
    report: '',
    notDetected: 'None detected',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    [
      'product',
      'code',
      'batch_number',
      'order',
      'manufacturing_date',
      'quantity',
      'expiry_date',
      'customer',
      'issue_date',
      'certificate_number',
    ],
    batch,
    { style: { language: 'english', date: random.pick(['slash-american', 'american-long'] as const) }, random },
  );
}
