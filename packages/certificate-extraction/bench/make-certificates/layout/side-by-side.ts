import { drawFieldBlock } from '../paper/field-block.ts';
import { drawFooters, drawLetterhead, drawSignatures, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, write } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines, toTruthRow } from '../wording/line.ts';
import { absences, makeStyle, type Style, verdicts } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** Landscape with two tables beside each other, each below a title and with a head of its own. */
export const sideBySide: Layout = { name: 'side-by-side', draw };

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'helvetica', landscape: true, margin: 36, foot: 44 });
  drawLetterhead(paper, batch.distributor, { color: '#224b8f' });
  drawTitle(paper, 'CERTIFICATE OF ANALYSIS', { size: 14, align: 'left' });
  drawFieldBlock(paper, fields, { columns: 3, placement: 'beside', colon: ':', size: 8, label: 0.4 });
  const half = Math.ceil(lines.length / 2);
  const parts = [
    { title: 'Chemical and physical tests', lines: lines.slice(0, half) },
    { title: 'Further tests', lines: lines.slice(half) },
  ];
  drawParts(paper, parts, style.verdict !== null);
  drawSignatures(paper, batch.signers, { roles: ['Quality Control', 'Quality Assurance'], random });
  drawFooters(paper, [`${batch.distributor.name} - ${batch.distributor.phone} - Page {page} of {pages}`]);
  const rows = parts.flatMap((part) => part.lines.map((line) => toTruthRow(line, { section: part.title })));
  return finish(paper, { lines, rows, fields: fieldTruth(fields) });
}

function drawParts(
  paper: Paper,
  parts: readonly { title: string; lines: readonly Line[] }[],
  evaluated: boolean,
): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'Parameter', width: 3 },
    { show: 'specification', head: 'Specification', width: 2.8 },
    { show: 'result', head: 'Result', width: 2 },
    ...(evaluated ? [{ show: 'verdict', head: 'Status', width: 1.1 } as const] : []),
  ];
  const top = paper.y;
  const width = (paper.right - paper.left - 26) / 2;
  const bottoms = parts.map(({ title, lines }, index) => {
    const frame = { x: paper.left + index * (width + 26), width };
    paper.y = top + write(paper, title, { ...frame, y: top, size: 9.5, face: 'bold', color: '#224b8f' }) + 3;
    drawTable(
      paper,
      {
        columns,
        head: [headRow(columns)],
        rows: resultRows(lines, columns, null),
        look: { rules: 'grid', size: 7.5, padding: 2, line: '#9aa6b8' },
      },
      frame,
    );
    return paper.y;
  });
  paper.y = Math.max(...bottoms);
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['nmt', 'max', 'less'] as const),
    absence: random.pick(absences),
    verdict: random.chance(0.5) ? random.pick(verdicts.slice(0, 2)) : null,
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    [
      'product',
      'batch_number',
      'issue_date',
      'grade',
      'manufacturing_date',
      'manufacturer',
      'quantity',
      'expiry_date',
      'manufacturing_site',
    ],
    batch,
    {
      style: {
        language: 'english',
        date: random.pick(['slash-european', 'dash-word'] as const),
        shelf: random.pick(['month-slash', 'month-word'] as const),
      },
      random,
    },
  );
}
