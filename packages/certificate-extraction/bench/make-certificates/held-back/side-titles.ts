import type { Layout } from '../layout/layout.ts';
import { drawFieldBlock, type FieldBlockLook } from '../paper/field-block.ts';
import { drawFooters } from '../paper/furniture.ts';
import { measure, openPaper, type Paper, reserve, write } from '../paper/paper.ts';
import { resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable, type TableRow } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines, withEdgesAsLimit } from '../wording/line.ts';
import { drawTitles } from '../wording/section.ts';
import { makeStyle, type Style } from '../wording/style.ts';

/** Landscape, titles in boxes left of their rows, numbered rows, bold results before lower and upper limits. */
export const sideTitles: Layout = { name: 'side-titles', draw };

const columns = [
  { width: 0.5 },
  { width: 1.6 },
  { width: 3.2 },
  { width: 2, align: 'right' },
  { width: 1 },
  { width: 1.3, align: 'right' },
  { width: 1.3, align: 'right' },
  { width: 0.9, align: 'center' },
] as const;
const titleWidth = 122;

const block: FieldBlockLook = {
  columns: 4,
  placement: 'below',
  colon: ':',
  size: 8,
  labelLook: { face: 'italic', size: 7 },
};

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style).map(withEdgesAsLimit);
  const titles = drawTitles(style, random);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'dejavu-serif', landscape: true, margin: 38, foot: 46 });
  const right = { x: 420, width: paper.right - 420, align: 'right' as const };
  write(paper, batch.distributor.name, { ...right, y: 38, size: 13, face: 'bold' });
  write(paper, batch.distributor.lines.join('\n'), { ...right, y: 56, size: 7 });
  paper.y += write(paper, 'Quality certificate', { x: paper.left, y: 38, width: 380, size: 20, face: 'italic' }) + 28;
  drawFieldBlock(paper, fields, block);
  drawGroups(paper, lines, titles);
  write(paper, `Released: ${batch.signers.join(' / ')}`, { x: paper.left, y: paper.y + 4, width: 400, size: 8 });
  drawFooters(paper, [`${batch.distributor.phone}   ${batch.distributor.mail}   {page}|{pages}`], { line: false });
  return finish(paper, { lines, rows: resultTruth(lines, titles), fields: fieldTruth(fields) });
}

function drawGroups(paper: Paper, lines: readonly Line[], titles: Record<Line['topic'], string>): void {
  const head = [
    'No.',
    'Procedure',
    'Characteristic',
    'Measured value',
    'Unit',
    'Lower limit',
    'Upper limit',
    'Rating',
  ].map((text) => ({ text }));
  const groups = Map.groupBy(lines, (line) => line.topic);
  let number = 0;
  for (const [topic, members] of groups) {
    const rows = members.map((line) => toRow(line, ++number));
    reserve(paper, Math.min(members.length * 14 + 20, 240));
    const table = {
      columns,
      head: number === members.length ? [{ cells: head }] : [],
      rows,
      look: { rules: 'grid', size: 7.5, padding: 1.5, line: '#777777', headFill: '#e3ded2', repeatHead: false },
    } as const;
    drawGroup(paper, titles[topic], () =>
      drawTable(paper, table, { x: paper.left + titleWidth, width: paper.right - paper.left - titleWidth }),
    );
  }
}

/** The box of the title is as high as its rows on the page where they end. */
function drawGroup(paper: Paper, title: string, drawRows: () => void): void {
  const start = { y: paper.y, page: paper.document.page };
  drawRows();
  paper.y -= 8;
  const top = start.page === paper.document.page ? start.y : paper.top;
  paper.document
    .lineWidth(0.5)
    .strokeColor('#777777')
    .rect(paper.left, top, titleWidth, paper.y - top)
    .stroke();
  const look = { width: titleWidth - 8, size: 7, face: 'bold' as const };
  write(paper, title, { x: paper.left + 4, y: (top + paper.y - measure(paper, title, look)) / 2, ...look });
}

function toRow(line: Line, number: number): TableRow {
  const edges = line.minimum !== '' || line.maximum !== '';
  const limits = edges
    ? [{ text: line.minimum }, { text: line.maximum }]
    : [{ text: line.specification ?? '', span: 2, look: { align: 'left' as const } }];
  const failed = line.finding.pass === false;
  const verdict = { text: line.verdict, fill: failed ? '#f6c7c7' : '#d5ecd5' };
  return {
    cells: [
      { text: String(number) },
      { text: line.method },
      { text: line.parameter },
      { text: line.result, look: { face: 'bold' } },
      { text: line.unit },
      ...limits,
      verdict,
    ],
  };
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    decimal: random.pick(['.', ','] as const),
    unit: 'column',
    verdict: random.pick([
      { pass: 'OK', fail: 'NOK', none: '' },
      { pass: 'ok', fail: 'not ok', none: 'n/a' },
    ]),
    absence: { limit: 'not detectable in {}', absent: 'not detected', present: 'detected' },
    complies: 'as specified',
    deviates: 'not as specified',
    notDetected: 'n.d.',
    report: '',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    [
      'product',
      'batch_number',
      'manufacturing_date',
      'retest_date',
      'issue_date',
      'certificate_number',
      'manufacturer',
      'manufacturing_site',
    ],
    batch,
    { style: { language: 'english', date: 'upper', shelf: random.pick(['upper', 'month-word'] as const) }, random },
  );
}
