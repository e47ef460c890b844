import { drawFieldBlock } from '../paper/field-block.ts';
import { drawFooters, drawLetterhead, drawTitle } from '../paper/furniture.ts';
import { openPaper, paragraph, reserve } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows, resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatches } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { toLines } from '../wording/line.ts';
import { absences, makeStyle, type Style, verdicts } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** Several samples of one batch, each with a table below the number of the sample. */
export const severalSamples: Layout = { name: 'several-samples', draw };

const columns: ResultColumn[] = [
  { show: 'parameter', head: 'Analysis', width: 3.2 },
  { show: 'method', head: 'Method', width: 2 },
  { show: 'result', head: 'Result', width: 1.9 },
  { show: 'unit', head: 'Unit', width: 1 },
  { show: 'specification', head: 'Specification', width: 2.4 },
  { show: 'verdict', head: 'Status', width: 1.4 },
];

async function draw(random: Random) {
  const batches = drawBatches(random, random.whole(2, 3), { tests: random.whole(6, 10) });
  const [batch] = batches;
  if (batch === undefined) throw new RangeError('no batch');
  const style = chooseStyle(random);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'dejavu-sans', margin: 48 });
  drawLetterhead(paper, batch.laboratory, { color: '#7d4b91' });
  drawTitle(paper, 'Test report', { align: 'left', size: 16 });
  drawFieldBlock(paper, fields, { columns: 2, placement: 'beside', colon: ':', size: 8, label: 0.45 });
  const order = random.whole(100, 999);
  const samples = batches.map((each, index) => ({
    id: `25-${order}-0${index + 1}`,
    lines: toLines(each.findings, style),
  }));
  for (const { id, lines } of samples) {
    reserve(paper, 120);
    paragraph(paper, `Sample ID: ${id}`, { size: 9, face: 'bold', color: '#7d4b91' });
    drawTable(paper, {
      columns,
      head: [headRow(columns)],
      rows: resultRows(lines, columns, null),
      look: { rules: 'horizontal', size: 7.5, padding: 2.5, line: '#bbbbbb', headFill: '#f1ebf4' },
    });
  }
  drawFooters(paper, ['Results refer to the samples as received.', 'Page {page} of {pages}']);
  const rows = samples.flatMap(({ id, lines }) => resultTruth(lines, null).map((row) => ({ ...row, sample: id })));
  return finish(paper, { lines: samples.flatMap((sample) => sample.lines), rows, fields: fieldTruth(fields) });
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['symbol', 'less'] as const),
    unit: 'column',
    absence: random.pick(absences),
    verdict: random.pick(verdicts.slice(0, 3)),
    report: '',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(['certificate_number', 'batch_number', 'product', 'receipt', 'customer', 'issue_date'], batch, {
    style: { language: 'english', date: random.pick(['iso', 'dot'] as const) },
    random,
  });
}
