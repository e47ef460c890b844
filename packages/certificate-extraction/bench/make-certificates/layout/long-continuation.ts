import { drawFieldBlock } from '../paper/field-block.ts';
import { disclaimers, drawFooters, drawSignatures, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph, rule, write } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows, resultTruth, type Titles } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { drawTitles } from '../wording/section.ts';
import { absences, makeStyle, type Style, verdicts } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** Two or three pages with merged title rows and long wrapped cells; the head is repeated on some, not on others. */
export const longContinuation: Layout = { name: 'long-continuation', draw };

async function draw(random: Random) {
  const batch = drawBatch(random, { extended: true });
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const titles = drawTitles(style, random);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: random.pick(['helvetica', 'times'] as const), margin: 50 });
  paper.runningHead = drawRunningHead(batch);
  paper.runningHead(paper);
  drawTitle(paper, 'CERTIFICATE OF ANALYSIS', { size: 14 });
  drawFieldBlock(paper, fields, { columns: 1, placement: 'cells', colon: '', size: 8.5, label: 0.3 });
  drawResults(paper, lines, { titles, random });
  paragraph(paper, random.pick(disclaimers), { size: 7.5 });
  drawSignatures(paper, batch.signers, { roles: ['Prepared by', 'Approved by'], random });
  drawFooters(paper, ['Confidential', 'Page {page} of {pages}'], { align: 'right' });
  return finish(paper, { lines, rows: resultTruth(lines, titles), fields: fieldTruth(fields) });
}

function drawRunningHead(batch: Batch): (paper: Paper) => void {
  return (paper) => {
    const place = { x: paper.left, y: 28, width: paper.right - paper.left };
    write(paper, batch.distributor.name, { ...place, size: 9, face: 'bold' });
    write(paper, `CoA ${batch.material.name}`, { ...place, size: 8, align: 'right' });
    rule(paper, [paper.left, 42, paper.right, 42]);
    paper.y = 52;
  };
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: 'words',
    absence: random.pick(absences),
    verdict: random.pick(verdicts),
    below: random.pick(['value', 'LOQ'] as const),
    complies: 'Meets requirements',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    [
      'product',
      'batch_number',
      'quantity',
      'manufacturing_date',
      'expiry_date',
      'manufacturer',
      'manufacturing_site',
      'storage',
      'issue_date',
    ],
    batch,
    { style: { language: 'english', date: random.pick(['slash-european', 'long', 'dot'] as const) }, random },
  );
}

function drawResults(
  paper: Paper,
  lines: readonly Line[],
  { titles, random }: { titles: Titles; random: Random },
): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'Test', width: 2.6 },
    { show: 'method', head: 'Method', width: 1.5 },
    { show: 'specification', head: 'Specification', width: 2.4 },
    { show: 'result', head: 'Result', width: 1.7 },
    { show: 'verdict', head: 'Conformity', width: 1.4 },
  ];
  drawTable(paper, {
    columns,
    head: [headRow(columns)],
    rows: resultRows(lines, columns, titles),
    look: { rules: 'grid', size: 8.5, padding: 3, titleFill: '#ececec', repeatHead: random.chance(0.5) },
  });
}
