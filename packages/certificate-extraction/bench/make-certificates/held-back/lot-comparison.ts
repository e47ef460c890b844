import type { Layout } from '../layout/layout.ts';
import { drawFieldBlock, type FieldBlockLook } from '../paper/field-block.ts';
import { drawFooters } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph, write } from '../paper/paper.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable, type TableLook, type TableRow } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatches } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines, toTruthRow } from '../wording/line.ts';
import { drawTitles } from '../wording/section.ts';
import { absences, makeStyle, type Style } from '../wording/style.ts';

/** Several lots over two pages, the requirement behind the results, a dark head that is not repeated. */
export const lotComparison: Layout = { name: 'lot-comparison', draw };

const look: TableLook = {
  rules: 'none',
  size: 8,
  padding: 2.2,
  zebra: '#f5f6f8',
  headFill: '#44546a',
  headLook: { color: '#ffffff' },
  titleLook: { color: '#44546a', size: 7 },
  repeatHead: false,
};

const block: FieldBlockLook = {
  columns: 1,
  placement: 'beside',
  colon: '',
  size: 8.5,
  label: 0.24,
  labelLook: { color: '#44546a' },
};

async function draw(random: Random) {
  const batches = drawBatches(random, random.whole(2, 3), { extended: true });
  const [batch] = batches;
  if (batch === undefined) throw new RangeError('no batch');
  const style = chooseStyle(random);
  const titles = drawTitles(style, random);
  const tests = batch.findings.map((_, index) => batches.map((each) => toLines(each.findings, style)[index] as Line));
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'dejavu-condensed', size: 'LETTER', margin: 40 });
  drawHeading(paper, batch);
  drawFieldBlock(paper, fields, block);
  drawLots(paper, tests, { batches, titles });
  paragraph(paper, `Electronically approved by ${batch.signers.join(' and ')}.`, { size: 8 });
  drawFooters(
    paper,
    [`${batch.distributor.name} (distributor), ${batch.distributor.lines.join(', ')}`, '{page}/{pages}'],
    { align: 'left' },
  );
  const rows = tests.flatMap((lines) =>
    lines.map((line, index) =>
      toTruthRow(line, { section: titles[line.topic].toUpperCase(), sample: batches[index]?.number ?? '' }),
    ),
  );
  return finish(paper, { lines: tests.flat(), rows, fields: fieldTruth(fields) });
}

function drawHeading(paper: Paper, batch: Batch): void {
  paper.document.rect(paper.left, 40, paper.right - paper.left, 34).stroke('#44546a');
  write(paper, `CERTIFICATE OF ANALYSIS: ${batch.material.name}`, {
    x: paper.left + 10,
    y: 50,
    width: 500,
    size: 12,
    face: 'bold',
    color: '#44546a',
  });
  paper.y = 88;
}

type Lots = { batches: readonly Batch[]; titles: Record<Line['topic'], string> };

function drawLots(paper: Paper, tests: readonly (readonly Line[])[], lots: Lots): void {
  const { batches } = lots;
  const numbers = batches.map((each) => ({ text: each.number }));
  drawTable(paper, {
    columns: [
      { width: 3.4 },
      ...batches.map(() => ({ width: 1.7, align: 'right' as const })),
      { width: 1 },
      { width: 3 },
    ],
    head: [
      {
        cells: [
          { text: 'Quality attribute' },
          { text: 'Observed in lot', span: batches.length, look: { align: 'center' } },
          { text: 'Unit' },
          { text: 'Requirement' },
        ],
      },
      { cells: [{ text: '' }, ...numbers, { text: '' }, { text: '' }] },
    ],
    rows: tests.flatMap((lines, index) => toRows(lines, tests[index - 1]?.[0], lots)),
    look,
  });
}

/** The row of a test, below a title where its topic is another one than that of the test before. */
function toRows(lines: readonly Line[], before: Line | undefined, { batches, titles }: Lots): TableRow[] {
  const [line] = lines;
  if (line === undefined) return [];
  const results = lines.map((each) => ({ text: each.result }));
  const row = {
    cells: [{ text: line.parameter }, ...results, { text: line.unit }, { text: line.specification ?? '' }],
  };
  if (before?.topic === line.topic) return [row];
  return [{ kind: 'title', cells: [{ text: titles[line.topic].toUpperCase(), span: batches.length + 3 }] }, row];
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['symbol', 'less'] as const),
    unit: 'column',
    absence: random.pick(absences),
    notDetected: 'ND',
    report: 'report',
    complies: 'Conforms',
    deviates: 'Does not conform',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(['manufacturer', 'manufacturing_site', 'issue_date', 'customer', 'order'], batch, {
    style: { language: 'english', date: random.pick(['american-long', 'slash-american'] as const) },
    random,
  });
}
