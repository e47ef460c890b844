import { drawFieldBlock } from '../paper/field-block.ts';
import { disclaimers, drawFooters, drawLetterhead, drawSignatures, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows, resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { absences, makeStyle, type Style } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** Distributor's letterhead, fields in two columns, one table with lines around all cells, no status column. */
export const fullGrid: Layout = { name: 'full-grid', draw };

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'helvetica' });
  drawLetterhead(paper, batch.distributor);
  drawTitle(paper, 'CERTIFICATE OF ANALYSIS');
  drawFieldBlock(paper, fields, { columns: 2, placement: 'beside', colon: ':', size: 9 });
  drawResults(paper, lines);
  paragraph(paper, random.pick(disclaimers), { size: 7.5, face: 'italic' });
  drawSignatures(paper, batch.signers, { roles: ['Head of Quality Control', 'Qualified Person'], random });
  drawFooters(paper, [`${batch.distributor.name} · Tel. ${batch.distributor.phone}`, 'Page {page} of {pages}']);
  return finish(paper, { lines, rows: resultTruth(lines, null), fields: fieldTruth(fields) });
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['nmt', 'max', 'words'] as const),
    absence: random.pick(absences),
    report: 'Report only',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  const date = random.pick(['dash-word', 'dot', 'slash-european'] as const);
  return toFieldLines(
    [
      'product',
      'batch_number',
      'code',
      'manufacturing_date',
      'cas',
      'expiry_date',
      'quantity',
      'analysis',
      'manufacturer',
      'issue_date',
    ],
    batch,
    { style: { language: 'english', date }, random },
  );
}

function drawResults(paper: Paper, lines: readonly Line[]): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'Test', width: 3 },
    { show: 'specification', head: 'Specification', width: 3 },
    { show: 'result', head: 'Result', width: 2 },
    { show: 'method', head: 'Method', width: 2 },
  ];
  drawTable(paper, {
    columns,
    head: [headRow(columns)],
    rows: resultRows(lines, columns, null),
    look: { rules: 'grid', size: 8.5, padding: 2.5, headFill: '#dfe6ee' },
  });
}
