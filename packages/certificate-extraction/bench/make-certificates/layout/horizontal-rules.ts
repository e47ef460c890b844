import { drawFieldBlock } from '../paper/field-block.ts';
import { drawFooters, drawLetterhead, drawSignatures, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows, resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { absences, makeStyle, type Style, verdicts } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** A laboratory's report in a serif font: the result before the limit, a unit column, thin lines below rows only. */
export const horizontalRules: Layout = { name: 'horizontal-rules', draw };

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'times', margin: 62 });
  drawLetterhead(paper, batch.laboratory, { align: 'right', color: '#333333' });
  drawTitle(paper, 'Analytical Report', { align: 'left', size: 18 });
  drawFieldBlock(paper, fields, {
    columns: 1,
    placement: 'beside',
    colon: '',
    size: 10,
    label: 0.3,
    labelLook: { face: 'regular' },
  });
  drawResults(paper, lines, random);
  paragraph(paper, 'ND: not detected. LOQ: limit of quantitation. The results relate to the items tested only.', {
    size: 8,
  });
  drawSignatures(paper, batch.signers, { roles: ['Analyst', 'Head of laboratory'], random });
  drawFooters(paper, [`${batch.laboratory.name}, ${batch.laboratory.lines.join(', ')} - page {page}/{pages}`], {
    family: 'times',
  });
  return finish(paper, { lines, rows: resultTruth(lines, null), fields: fieldTruth(fields) });
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['nmt', 'max', 'less'] as const),
    unit: 'column',
    verdict: random.pick(verdicts),
    absence: random.pick(absences),
    below: random.pick(['value', 'LOQ'] as const),
    notDetected: random.pick(['ND', 'n.d.', 'Not detected']),
    report: '',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    [
      'certificate_number',
      'customer',
      'product',
      'batch_number',
      'receipt',
      'analysis',
      'issue_date',
      'manufacturer',
      'retest_date',
    ],
    batch,
    { style: { language: 'english', date: random.pick(['long', 'upper', 'iso'] as const) }, random },
  );
}

function drawResults(paper: Paper, lines: readonly Line[], random: Random): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'Parameter', width: 3.6 },
    { show: 'result', head: 'Result', width: 2, align: 'right' },
    { show: 'unit', head: 'Unit', width: 1.1 },
    { show: 'specification', head: random.pick(['Limit', 'Limits', 'Requirement']), width: 2.6 },
    { show: 'verdict', head: random.pick(['Evaluation', 'Conformity', 'Assessment']), width: 1.7 },
  ];
  drawTable(paper, {
    columns,
    head: [headRow(columns)],
    rows: resultRows(lines, columns, null),
    look: { rules: 'horizontal', size: 9.5, padding: 2.5, line: '#aaaaaa' },
  });
}
