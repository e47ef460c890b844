import { drawFieldBlock, type FieldBlockLook } from '../paper/field-block.ts';
import { drawFooters, drawLetterhead, drawSignatures, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows, resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { printDay } from '../wording/date.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { makeStyle, type Style } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** German with English: heads of two lines, decimal commas, dates with dots, months only for the shelf life. */
export const germanBilingual: Layout = { name: 'german-bilingual', draw };

const block: FieldBlockLook = {
  columns: 1,
  placement: 'beside',
  colon: ':',
  size: 8.5,
  label: 0.4,
  labelLook: { face: 'regular' },
};

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'dejavu-condensed', margin: 48 });
  drawLetterhead(paper, batch.distributor, { color: '#0b5d4d' });
  drawTitle(paper, 'Prüfzertifikat / Certificate of Analysis', { size: 13 });
  drawFieldBlock(paper, fields, block);
  drawResults(paper, lines, style);
  paragraph(
    paper,
    'n. n. = nicht nachweisbar / ND = not detectable. Dieses Dokument ist ohne Unterschrift gültig / valid without signature.',
    { size: 7 },
  );
  drawSignatures(paper, batch.signers, {
    roles: ['Laborleitung / Head of laboratory', 'QS / QA'],
    date: printDay(batch.dates.issue, 'dot'),
    random,
  });
  drawFooters(paper, [
    `${batch.distributor.name} · ${batch.distributor.lines.join(' · ')}`,
    'Seite / Page {page} von / of {pages}',
  ]);
  return finish(paper, { lines, rows: resultTruth(lines, null), fields: fieldTruth(fields) });
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    decimal: ',',
    limit: random.pick(['symbol', 'max'] as const),
    dash: random.pick([' – ', ' - ']),
    verdict: random.pick([
      { pass: 'entspricht / complies', fail: 'entspricht nicht / does not comply', none: '' },
      null,
    ]),
    complies: 'entspricht / complies',
    deviates: 'entspricht nicht / does not comply',
    notDetected: 'n. n. / ND',
    absence: { limit: 'abwesend / absent in {}', absent: 'abwesend / absent', present: 'nachgewiesen / detected' },
    report: '',
    language: 'german',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    [
      'product',
      'batch_number',
      'manufacturing_date',
      'expiry_date',
      'analysis',
      'quantity',
      'manufacturer',
      'manufacturing_site',
      'issue_date',
    ],
    batch,
    {
      style: { language: 'german', date: 'dot', shelf: random.pick(['dot', 'month-dot', 'month-slash'] as const) },
      random,
    },
  );
}

function drawResults(paper: Paper, lines: readonly Line[], style: Style): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'Prüfung\nTest', width: 3.2 },
    { show: 'specification', head: 'Spezifikation\nSpecification', width: 2.8 },
    { show: 'result', head: 'Ergebnis\nResult', width: 2.2 },
    ...(style.verdict === null ? [] : [{ show: 'verdict', head: 'Bewertung\nAssessment', width: 1.7 } as const]),
  ];
  drawTable(paper, {
    columns,
    head: [headRow(columns)],
    rows: resultRows(lines, columns, null),
    look: { rules: 'grid', size: 8, padding: 2, line: '#8a8a8a' },
  });
}
