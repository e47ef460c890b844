import { extendedTests } from '../material/extended-test.ts';
import { drawFieldBlock } from '../paper/field-block.ts';
import { drawFooters, drawLetterhead, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable, type TableRow } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { drawFindings } from '../sheet/finding.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines, toTruthRow } from '../wording/line.ts';
import { makeStyle, type Style, verdicts } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** A laboratory's screening: limits of detection and quantitation as columns, results in two units, dark heads. */
export const detectionLimits: Layout = { name: 'detection-limits', draw };

async function draw(random: Random) {
  const batch = drawBatch(random);
  const tests = extendedTests.filter((test) => test.topic === 'solvent' || test.topic === 'element');
  const style = chooseStyle(random);
  const lines = toLines(drawFindings(tests, random.chance(0.5), random), style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'dejavu-condensed', size: 'LETTER', margin: 44 });
  drawLetterhead(paper, batch.laboratory, { color: '#00695c' });
  drawTitle(paper, 'Certificate of Analysis', { size: 15, align: 'left' });
  drawFieldBlock(paper, fields, { columns: 2, placement: 'beside', colon: ':', size: 8.5, label: 0.4 });
  const swapped = random.chance(0.5);
  const sections = [
    { title: 'Residual solvents', unit: 'ppm', lines: lines.filter((line) => line.topic === 'solvent') },
    { title: 'Elemental impurities', unit: 'mg/kg', lines: lines.filter((line) => line.topic === 'element') },
  ];
  for (const section of sections) drawSection(paper, section, swapped);
  drawFooters(paper, [
    'LOD limit of detection, LOQ limit of quantitation, ND not detected',
    `${batch.laboratory.name} · {page} of {pages}`,
  ]);
  const ordered = sections.flatMap((section) => section.lines);
  const rows = sections.flatMap((section) => section.lines.map((line) => toTruthRow(line, { section: section.title })));
  return finish(paper, { lines: ordered, rows, fields: fieldTruth(fields) });
}

type Section = { title: string; unit: string; lines: readonly Line[] };

function drawSection(paper: Paper, section: Section, swapped: boolean): void {
  paragraph(paper, section.title, { size: 11, face: 'bold', color: '#00695c' });
  const heads = [`Result (${section.unit})`, 'Result (%)'];
  const names = ['Analyte', 'LOD', 'LOQ', 'Limit', ...(swapped ? heads.toReversed() : heads), 'Status'];
  drawTable(paper, {
    columns: [3, 1, 1, 1.6, 1.6, 1.6, 1.2].map((width) => ({ width })),
    head: [{ cells: names.map((text) => ({ text })) }],
    rows: section.lines.map((line) => toRow(line, swapped)),
    look: {
      rules: 'horizontal',
      size: 8,
      padding: 2,
      line: '#b6cfcb',
      headFill: '#00695c',
      headLook: { color: '#ffffff' },
    },
  });
}

function toRow(line: Line, swapped: boolean): TableRow {
  const { finding } = line;
  const quantity = finding.test.trace ?? 0;
  const share =
    finding.kind === 'number'
      ? ((finding.value ?? 0) / 10000).toFixed(6)
      : line.result.replace(/[\d.]+$/, (digits) => (Number(digits) / 10000).toFixed(6));
  const results = swapped ? [share, line.result] : [line.result, share];
  const texts = [
    line.parameter,
    String(Number((quantity / 3).toPrecision(2))),
    String(quantity),
    line.specification ?? '',
    ...results,
    line.verdict,
  ];
  return { cells: texts.map((text) => ({ text })) };
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    unit: 'limit',
    limit: 'symbol',
    below: random.pick(['value', 'LOQ'] as const),
    verdict: random.pick(verdicts.slice(0, 2)),
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    ['product', 'batch_number', 'certificate_number', 'sampling', 'receipt', 'analysis', 'issue_date', 'manufacturer'],
    batch,
    {
      style: { language: 'english', date: 'slash-american' },
      random,
    },
  );
}
