import { drawFieldBlock, type FieldBlockLook } from '../paper/field-block.ts';
import { drawFooters, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph, write } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows, resultTruth, type Titles } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { drawTitles } from '../wording/section.ts';
import { absences, makeStyle, type Style } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** White words on dark bars, every second row shaded, titles as merged rows, ticks and crosses as status. */
export const zebraDarkHead: Layout = { name: 'zebra-dark-head', draw };

const tick = (line: Line) => ({
  family: 'dejavu-sans' as const,
  color: line.finding.pass === false ? '#b00020' : '#1b7a3d',
});

const block: FieldBlockLook = {
  columns: 2,
  placement: 'cells',
  colon: '',
  size: 8.5,
  label: 0.36,
  labelFill: '#eef2f6',
};

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const titles = drawTitles(style, random);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'liberation', margin: 40 });
  const color = random.pick(['#12355b', '#264d3b', '#3a2350', '#222222']);
  drawBanner(paper, batch, color);
  drawFieldBlock(paper, fields, block);
  drawResults(paper, lines, { titles, color });
  paragraph(paper, '✓ meets the acceptance criteria    ✗ outside the acceptance criteria', {
    size: 7.5,
    family: 'dejavu-sans',
  });
  paragraph(paper, `Approved by ${batch.signers[0] ?? ''}, Quality Assurance`, { size: 9 });
  drawFooters(paper, [
    'Page {page} of {pages}',
    `${batch.distributor.name} | ${batch.distributor.phone} | ${batch.distributor.mail}`,
  ]);
  return finish(paper, { lines, rows: resultTruth(lines, titles), fields: fieldTruth(fields) });
}

function drawBanner(paper: Paper, batch: Batch, color: string): void {
  const { width } = paper.document.page;
  paper.document.rect(0, 0, width, 74).fill(color);
  write(paper, batch.distributor.name, { x: paper.left, y: 18, width: 320, size: 15, face: 'bold', color: '#ffffff' });
  write(paper, batch.distributor.lines.join(', '), { x: paper.left, y: 44, width: 320, size: 8, color: '#ffffff' });
  paper.y = 88;
  drawTitle(paper, 'Certificate of Analysis', { align: 'left', color });
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: 'symbol',
    dash: random.pick([' – ', '–', ' - ']),
    gap: random.pick([' ', '']),
    verdict: { pass: '✓', fail: '✗', none: '' },
    absence: random.pick(absences),
    complies: random.pick(['Complies', 'Conforms']),
    report: random.pick(['Report', 'For information']),
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    [
      'product',
      'batch_number',
      'grade',
      'manufacturing_date',
      'cas',
      'retest_date',
      'storage',
      'issue_date',
      'manufacturer',
      'manufacturing_site',
    ],
    batch,
    { style: { language: 'english', date: random.pick(['iso', 'dash-word', 'long'] as const) }, random },
  );
}

function drawResults(paper: Paper, lines: readonly Line[], { titles, color }: { titles: Titles; color: string }): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'Characteristic', width: 3.2 },
    { show: 'specification', head: 'Acceptance criteria', width: 3.2 },
    { show: 'result', head: 'Result', width: 2.2 },
    { show: 'method', head: 'Method', width: 1.7 },
    { show: 'verdict', head: 'Status', width: 0.9, align: 'center', mark: tick },
  ];
  drawTable(paper, {
    columns,
    head: [headRow(columns)],
    rows: resultRows(lines, columns, titles),
    look: {
      rules: 'none',
      size: 8.5,
      padding: 3,
      headFill: color,
      headLook: { color: '#ffffff' },
      zebra: '#f1f4f7',
      titleFill: '#c9d6e3',
    },
  });
}
