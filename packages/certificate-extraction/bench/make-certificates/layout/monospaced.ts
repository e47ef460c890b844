import { drawFieldBlock } from '../paper/field-block.ts';
import { drawFooters } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph, turnPage, write } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows, resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { absences, makeStyle, type Style } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** A print-out of a laboratory system in one letter width: no lines at all, units in the names of the tests. */
export const monospaced: Layout = { name: 'monospaced', draw };

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'courier', margin: 45 });
  paper.runningHead = drawRunningHead(batch.laboratory.name);
  paper.runningHead(paper);
  paragraph(paper, 'CERTIFICATE OF ANALYSIS', { size: 12, face: 'bold', after: 10 });
  drawFieldBlock(paper, fields, {
    columns: 1,
    placement: 'beside',
    colon: ' :',
    size: 9,
    label: 0.32,
    labelLook: { face: 'regular' },
  });
  drawResults(paper, lines, random);
  if (paper.y > paper.bottom - 40) turnPage(paper);
  paragraph(paper, '*** END OF REPORT ***', { size: 9, align: 'center' });
  drawFooters(paper, ['PRINTED BY LIMS 7.4   PAGE {page} OF {pages}'], { line: false, family: 'courier' });
  return finish(paper, { lines, rows: resultTruth(lines, null), fields: fieldTruth(fields) });
}

function drawRunningHead(name: string): (paper: Paper) => void {
  return (paper) => {
    paper.y += write(paper, name.toUpperCase(), { x: paper.left, y: paper.y, width: 420, size: 10, face: 'bold' }) + 12;
  };
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['max', 'less', 'nmt'] as const),
    unit: 'name',
    complies: random.pick(['CONFORMS', 'COMPLIES', 'Meets requirements']),
    deviates: 'DOES NOT CONFORM',
    absence: random.pick(absences),
    notDetected: 'n.d.',
    report: '',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  const date = random.pick(['upper', 'iso', 'slash-european'] as const);
  return toFieldLines(
    [
      'product',
      'batch_number',
      'certificate_number',
      'manufacturing_date',
      'expiry_date',
      'sampling',
      'issue_date',
      'manufacturer',
      'manufacturing_site',
    ],
    batch,
    { style: { language: 'english', date, empty: random.chance(0.5) ? ['expiry_date'] : [] }, random },
  );
}

function drawResults(paper: Paper, lines: readonly Line[], random: Random): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'TEST', width: 3.4 },
    { show: 'specification', head: 'SPECIFICATION', width: 2.8 },
    { show: 'result', head: 'RESULT', width: 2.3 },
  ];
  const head = [headRow(columns), { cells: columns.map((column) => ({ text: '-'.repeat(column.head.length) })) }];
  drawTable(paper, {
    columns,
    head,
    rows: resultRows(lines, columns, null),
    look: { rules: 'none', size: 8.5, padding: 2.5, repeatHead: random.chance(0.5) },
  });
}
