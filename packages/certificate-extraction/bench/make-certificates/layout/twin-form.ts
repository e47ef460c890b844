import { producerTruth } from '../paper/address-block.ts';
import { drawFieldBlock, type FieldBlockLook } from '../paper/field-block.ts';
import { drawFooters, drawSignatures, drawWatermark } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines, toTruthRow } from '../wording/line.ts';
import { makeStyle, type Style } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** A wide table above two narrow ones beside each other, heads of three lines in French and English, months only. */
export const twinForm: Layout = { name: 'twin-form', draw };

const block: FieldBlockLook = {
  columns: 4,
  placement: 'cells-below',
  colon: '',
  size: 7.5,
  labelLook: { size: 6, face: 'regular', color: '#333366' },
};

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle();
  const lines = toLines(batch.findings, style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'dejavu-sans', margin: 40 });
  drawWatermark(paper, 'COPIE', '#efefef');
  paragraph(paper, "Certificat d'analyse\nCertificate of analysis", { size: 14, face: 'bold', after: 10 });
  drawFieldBlock(paper, fields, block);
  const parts = split(lines);
  drawPart(paper, parts.tests, { x: paper.left, width: paper.right - paper.left });
  drawPair(paper, [parts.first, parts.second]);
  paragraph(paper, `C : conforme / conforms, NC : non conforme / does not conform.`, { size: 7 });
  paragraph(paper, `Fabriqué par / Manufactured by: ${batch.producer.name}, ${batch.producer.lines.join(', ')}`, {
    size: 8,
  });
  drawSignatures(paper, batch.signers, { roles: ['Contrôle qualité', 'Assurance qualité'], random });
  drawFooters(paper, [
    `Laboratoire : ${batch.laboratory.name}, ${batch.laboratory.lines.join(', ')}`,
    'Page {page} / {pages}',
  ]);
  const ordered = [...parts.tests, ...parts.first, ...parts.second];
  const rows = ordered.map((line) => toTruthRow(line));
  return finish(paper, { lines: ordered, rows, fields: { ...fieldTruth(fields), ...producerTruth(batch.producer) } });
}

/** Descriptions go into the wide table, numbers into the narrow ones. */
function split(lines: readonly Line[]): { tests: Line[]; first: Line[]; second: Line[] } {
  const isWord = (line: Line) => line.finding.test.limit.kind === 'text';
  const numbers = lines.filter((line) => !isWord(line));
  const half = Math.ceil(numbers.length / 2);
  return { tests: lines.filter(isWord), first: numbers.slice(0, half), second: numbers.slice(half) };
}

function drawPair(paper: Paper, parts: readonly (readonly Line[])[]): void {
  const top = paper.y;
  const width = (paper.right - paper.left - 14) / 2;
  const bottoms = parts.map((lines, index) => {
    paper.y = top;
    drawPart(paper, lines, { x: paper.left + index * (width + 14), width });
    return paper.y;
  });
  paper.y = Math.max(...bottoms);
}

function drawPart(paper: Paper, lines: readonly Line[], frame: { x: number; width: number }): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'Essai\nTest\nattribute', width: 2.6 },
    { show: 'result', head: 'Résultat\nResult\nobtained', width: 1.7 },
    { show: 'specification', head: 'Norme\nAcceptance\nlimit', width: 1.9 },
    { show: 'verdict', head: 'C\n/\nNC', width: 0.6, align: 'center' },
  ];
  drawTable(
    paper,
    {
      columns,
      head: [headRow(columns)],
      rows: resultRows(lines, columns, null),
      look: { rules: 'vertical', size: 6.8, padding: 2, line: '#333366' },
    },
    frame,
  );
}

function chooseStyle(): Style {
  return makeStyle({
    decimal: ',',
    limit: 'symbol',
    dash: ' - ',
    powers: true,
    verdict: { pass: 'C', fail: 'NC', none: '' },
    complies: 'Conforme / Conforms',
    deviates: 'Non conforme / Does not conform',
    notDetected: 'ND',
    absence: { limit: 'Absence / {}', absent: 'Absence', present: 'Présence / Detected' },
    report: '',
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
      'retest_date',
      'sampling',
      'issue_date',
    ],
    batch,
    {
      style: { language: 'french', date: 'dot', shelf: 'month-slash', empty: random.pick([[], ['retest_date']]) },
      random,
    },
  );
}
