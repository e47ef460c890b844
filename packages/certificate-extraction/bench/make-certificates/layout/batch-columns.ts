import { drawFieldBlock } from '../paper/field-block.ts';
import { drawFooters, drawLetterhead, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatches } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines, toTruthRow } from '../wording/line.ts';
import { absences, makeStyle, type Style } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** Two to four batches of one material on one certificate, a column of results for each. */
export const batchColumns: Layout = { name: 'batch-columns', draw };

async function draw(random: Random) {
  const batches = drawBatches(random, random.whole(2, 4));
  const [batch] = batches;
  if (batch === undefined) throw new RangeError('no batch');
  const style = chooseStyle(random);
  const tests = batch.findings.map((_, index) => batches.map((each) => toLines(each.findings, style)[index] as Line));
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'liberation', landscape: random.chance(0.4), margin: 46 });
  drawLetterhead(paper, batch.distributor, { color: '#6b3e00' });
  drawTitle(paper, 'Certificate of Analysis', { align: 'left' });
  drawFieldBlock(paper, fields, { columns: 2, placement: 'beside', colon: ':', size: 8.5 });
  drawResults(paper, tests, { batches, random });
  paragraph(paper, `Checked: ${batch.signers.join(', ')}`, { size: 8 });
  drawFooters(paper, ['Page {page} of {pages}']);
  const rows = tests.flatMap((lines) =>
    lines.map((line, index) => toTruthRow(line, { sample: batches[index]?.number ?? '' })),
  );
  return finish(paper, { lines: tests.flat(), rows, fields: fieldTruth(fields) });
}

type Context = { batches: readonly Batch[]; random: Random };

function drawResults(paper: Paper, tests: readonly (readonly Line[])[], { batches, random }: Context): void {
  const rules = random.pick(['grid', 'horizontal'] as const);
  const over = random.pick(['Results for batch no.', 'Batch No.', 'Result / Lot No.']);
  const numbers = batches.map((each) => ({ text: each.number }));
  drawTable(paper, {
    columns: [{ width: 3 }, { width: 3 }, ...batches.map(() => ({ width: 1.7, align: 'center' as const }))],
    head: [
      { cells: [{ text: 'Test' }, { text: 'Specification' }, { text: over, span: batches.length }] },
      { cells: [{ text: '' }, { text: '' }, ...numbers] },
    ],
    rows: tests.map((lines) => ({
      cells: [
        { text: lines[0]?.parameter ?? '' },
        { text: lines[0]?.specification ?? '' },
        ...lines.map((line) => ({ text: line.result })),
      ],
    })),
    look: { rules, size: 8, padding: 2.5, headFill: '#f0e6d8' },
  });
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['symbol', 'nmt'] as const),
    unit: random.pick(['limit', 'both'] as const),
    absence: random.pick(absences),
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    ['product', 'grade', 'cas', 'manufacturer', 'certificate_number', 'issue_date', 'customer', 'order'],
    batch,
    { style: { language: 'english', date: random.pick(['dot', 'long', 'dash-word'] as const) }, random },
  );
}
