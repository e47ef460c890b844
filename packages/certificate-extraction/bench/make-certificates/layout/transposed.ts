import { drawFieldBlock } from '../paper/field-block.ts';
import { drawFooters, drawLetterhead, drawTitle } from '../paper/furniture.ts';
import { openPaper, reserve } from '../paper/paper.ts';
import { resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable, type TableRow } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { absences, makeStyle, type Style, verdicts } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** Tests as columns, limits and results as rows, in blocks of five or six tests. */
export const transposed: Layout = { name: 'transposed', draw };

async function draw(random: Random) {
  const batch = drawBatch(random, { tests: random.whole(9, 15) });
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'dejavu-condensed', landscape: true, margin: 40 });
  drawLetterhead(paper, batch.laboratory, { color: '#004c70' });
  drawTitle(paper, 'Certificate of Analysis', { size: 14 });
  drawFieldBlock(paper, fields, { columns: 2, placement: 'cells', colon: '', size: 8, label: 0.3 });
  const size = random.whole(5, 6);
  for (let start = 0; start < lines.length; start += size) {
    const part = lines.slice(start, start + size);
    reserve(paper, 110);
    drawTable(paper, {
      columns: [{ width: 1.3 }, ...part.map(() => ({ width: 2, align: 'center' as const }))],
      head: [{ cells: [{ text: 'Test' }, ...part.map((line) => ({ text: line.parameter }))] }],
      rows: blockRows(part, style.verdict !== null),
      look: { rules: 'grid', size: 7.5, padding: 2.5, headFill: '#dceaf1' },
    });
  }
  drawFooters(paper, [`${batch.laboratory.name} · ${batch.laboratory.phone}`, 'Page {page} of {pages}']);
  return finish(paper, { lines, rows: resultTruth(lines, null), fields: fieldTruth(fields) });
}

function blockRows(lines: readonly Line[], evaluated: boolean): TableRow[] {
  const row = (title: string, text: (line: Line) => string): TableRow => ({
    cells: [{ text: title, look: { face: 'bold' } }, ...lines.map((line) => ({ text: text(line) }))],
  });
  const rows = [
    row('Method', (line) => line.method),
    row('Specification', (line) => line.specification ?? ''),
    row('Result', (line) => line.result),
  ];
  return evaluated ? [...rows, row('Status', (line) => line.verdict)] : rows;
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['symbol', 'nmt'] as const),
    absence: random.pick(absences),
    verdict: random.pick([...verdicts.slice(0, 2), null]),
    report: 'Report',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    [
      'product',
      'batch_number',
      'certificate_number',
      'manufacturing_date',
      'expiry_date',
      'issue_date',
      'manufacturer',
      'analysis',
    ],
    batch,
    { style: { language: 'english', date: random.pick(['iso', 'dash-word'] as const) }, random },
  );
}
