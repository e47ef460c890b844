import { producerTruth } from '../paper/address-block.ts';
import { drawFieldBlock } from '../paper/field-block.ts';
import { drawFooters, drawLetterhead, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { type ResultColumn, resultRows, resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { absences, makeStyle, type Style, verdicts } from '../wording/style.ts';
import type { Layout } from './layout.ts';

/** A short certificate whose columns have no head: what they hold tells what they are. */
export const noHead: Layout = { name: 'no-head', draw };

async function draw(random: Random) {
  const batch = drawBatch(random, { tests: random.whole(8, 14) });
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'times', margin: 70 });
  drawLetterhead(paper, batch.distributor, { align: 'center', logo: false, color: '#000000' });
  drawTitle(paper, 'Certificate of Analysis', { size: 16, after: 4 });
  drawTitle(paper, `${batch.material.name}, ${batch.material.grade}`, { size: 12, after: 14 });
  drawFieldBlock(paper, fields, { columns: 1, placement: 'beside', colon: ':', size: 10.5, label: 0.35 });
  drawResults(paper, lines, { style, random });
  paragraph(paper, `Manufactured by ${batch.producer.name}, ${batch.producer.lines.join(', ')}.`, {
    size: 10,
    after: 10,
  });
  paragraph(paper, `${batch.signers[0] ?? ''}, Quality Control Manager`, { size: 10 });
  drawFooters(paper, ['This is a computer generated document and needs no signature.'], { family: 'times' });
  return finish(paper, {
    lines,
    rows: resultTruth(lines, null),
    fields: { ...fieldTruth(fields), ...producerTruth(batch.producer) },
  });
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['nmt', 'max', 'words'] as const),
    absence: random.pick(absences),
    verdict: random.pick([...verdicts.slice(2, 4), null]),
    report: '',
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(['batch_number', 'manufacturing_date', 'retest_date', 'issue_date', 'quantity'], batch, {
    style: {
      language: 'english',
      date: random.pick(['long', 'upper'] as const),
      shelf: random.pick(['long', 'month-dash'] as const),
    },
    random,
  });
}

function drawResults(paper: Paper, lines: readonly Line[], { style, random }: { style: Style; random: Random }): void {
  const columns: ResultColumn[] = [
    { show: 'parameter', head: '', width: 3.2 },
    { show: 'specification', head: '', width: 3 },
    { show: 'result', head: '', width: 2 },
    ...(style.verdict === null ? [] : [{ show: 'verdict', head: '', width: 1.6 } as const]),
  ];
  const rules = random.pick(['grid', 'none', 'horizontal'] as const);
  drawTable(paper, {
    columns,
    head: [],
    rows: resultRows(lines, columns, null),
    look: { rules, size: 10, padding: 3 },
  });
}
