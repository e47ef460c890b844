import { drawAddressBlocks, producerTruth } from '../paper/address-block.ts';
import { drawFieldBlock, type FieldBlockLook } from '../paper/field-block.ts';
import { drawFooters, drawSignatures, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper } from '../paper/paper.ts';
import { headRow, type ResultColumn, resultRows, resultTruth, type Titles } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { drawTitles } from '../wording/section.ts';
import { makeStyle, type Style } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** French with English in a serif font: lines between columns only, addresses side by side, powers of ten. */
export const frenchBilingual: Layout = { name: 'french-bilingual', draw };

const block: FieldBlockLook = {
  columns: 2,
  placement: 'beside',
  colon: ' :',
  size: 8,
  label: 0.52,
  labelLook: { face: 'italic' },
};

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const titles = random.chance(0.5) ? drawTitles(style, random) : null;
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'dejavu-serif-condensed', margin: 44 });
  drawTitle(paper, "BULLETIN D'ANALYSE / CERTIFICATE OF ANALYSIS", { size: 13, color: '#5a1230' });
  drawAddressBlocks(paper, [
    { label: 'Fournisseur / Supplier', company: batch.distributor },
    { label: random.pick(['Fabricant / Manufacturer', 'Fabricant / Manufactured by']), company: batch.producer },
    { label: 'Client / Customer', company: batch.customer },
  ]);
  drawFieldBlock(paper, fields, block);
  drawResults(paper, lines, titles);
  drawSignatures(paper, batch.signers.slice(0, 1), { roles: ['Pharmacien responsable / Qualified person'], random });
  drawFooters(paper, ['{page} / {pages}', `${batch.distributor.name} – ${batch.distributor.phone}`]);
  return finish(paper, {
    lines,
    rows: resultTruth(lines, titles),
    fields: { ...fieldTruth(fields), ...producerTruth(batch.producer) },
  });
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    decimal: ',',
    limit: 'symbol',
    dash: ' à ',
    powers: true,
    unit: random.pick(['both', 'limit'] as const),
    verdict: { pass: 'Conforme / Complies', fail: 'Non conforme / Fails', none: '' },
    complies: 'Conforme / Complies',
    notDetected: 'Non détecté / ND',
    absence: { limit: 'Absence / {}', absent: 'Absence', present: 'Présence' },
    report: random.pick(['Pour information / For information', '']),
    language: 'french',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    ['product', 'batch_number', 'cas', 'manufacturing_date', 'order', 'retest_date', 'storage', 'issue_date'],
    batch,
    { style: { language: 'french', date: 'slash-european' }, random },
  );
}

function drawResults(paper: Paper, lines: readonly Line[], titles: Titles): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: 'Essai / Test', width: 3.1 },
    { show: 'method', head: 'Méthode / Method', width: 1.8 },
    { show: 'specification', head: 'Norme / Specification', width: 2.7 },
    { show: 'result', head: 'Résultat / Result', width: 2 },
    { show: 'verdict', head: 'Conclusion', width: 1.7 },
  ];
  drawTable(paper, {
    columns,
    head: [headRow(columns)],
    rows: resultRows(lines, columns, titles),
    look: { rules: 'vertical', size: 7.5, padding: 2.5 },
  });
}
