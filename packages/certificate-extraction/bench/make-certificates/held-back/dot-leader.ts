import type { Layout } from '../layout/layout.ts';
import { drawFooters } from '../paper/furniture.ts';
import { openPaper, type Paper, reserve, write } from '../paper/paper.ts';
import { resultTruth } from '../paper/result-table.ts';
import { finish } from '../paper/specimen.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { type FieldLine, fieldTruth, toFieldLines } from '../wording/field-line.ts';
import { type Line, toLines } from '../wording/line.ts';
import { drawTitles } from '../wording/section.ts';
import { makeStyle, type Style } from '../wording/style.ts';

/** A typewritten sheet: dots lead from the test to its requirement, titles are underlined with signs. */
export const dotLeader: Layout = { name: 'dot-leader', draw };

const letters = { name: 36, limit: 31, result: 20 };

async function draw(random: Random) {
  const batch = drawBatch(random);
  const style = chooseStyle(random);
  const lines = toLines(batch.findings, style);
  const titles = drawTitles(style, random);
  const fields = chooseFields(batch, random);
  const paper = openPaper({ family: 'courier', margin: 50 });
  const type = (text: string) => typeLine(paper, text);
  for (const text of [
    batch.distributor.name,
    ...batch.distributor.lines,
    '',
    '          C E R T I F I C A T E   O F   A N A L Y S I S',
    '',
  ])
    type(text);
  for (const field of fields) type(`${field.label.padStart(24)} : ${field.text}`);
  type('');
  typeHead(paper);
  lines.forEach((line, index) => {
    if (lines[index - 1]?.topic !== line.topic)
      for (const text of ['', titles[line.topic], '-'.repeat(titles[line.topic].length)]) type(text);
    for (const text of typeset(line)) type(text);
  });
  for (const text of ['', '='.repeat(90), `Analyst: ${batch.signers[0] ?? ''}`, `Checked: ${batch.signers[1] ?? ''}`])
    type(text);
  drawFooters(paper, ['- {page} -'], { family: 'courier', line: false });
  return finish(paper, { lines, rows: resultTruth(lines, titles), fields: fieldTruth(fields) });
}

function typeLine(paper: Paper, text: string): void {
  reserve(paper, 11);
  if (text !== '') write(paper, text, { x: paper.left, y: paper.y, width: 520, size: 9 });
  paper.y += 11;
}

function typeHead(paper: Paper): void {
  typeLine(paper, '='.repeat(90));
  typeLine(paper, `${'Determination'.padEnd(letters.name)} ${'Requirement'.padEnd(letters.limit)} Found`);
  typeLine(paper, '='.repeat(90));
}

/** The lines that one result takes, filled with dots behind the last line of its name. */
function typeset(line: Line): string[] {
  const names = wrap(line.parameter, letters.name - 4);
  const limits = wrap(line.specification ?? '', letters.limit - 2);
  const results = wrap(line.result, letters.result);
  const count = Math.max(names.length, limits.length, results.length);
  return Array.from({ length: count }, (_, index) => {
    const name =
      index === names.length - 1 ? `${names[index] ?? ''} `.padEnd(letters.name - 1, '.') : (names[index] ?? '');
    return `${name.padEnd(letters.name)} ${(limits[index] ?? '').padEnd(letters.limit)} ${results[index] ?? ''}`.trimEnd();
  });
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function chooseStyle(random: Random): Style {
  return makeStyle({
    limit: random.pick(['words', 'max'] as const),
    dash: random.pick([' to ', ' - ']),
    complies: 'conforms',
    deviates: 'fails',
    absence: { limit: 'absent in {}', absent: 'absent', present: 'present' },
    notDetected: 'not detectable',
    report: random.pick(['for information', '']),
  });
}

function chooseFields(batch: Batch, random: Random): FieldLine[] {
  return toFieldLines(
    ['product', 'grade', 'batch_number', 'manufacturing_date', 'expiry_date', 'analysis', 'issue_date', 'manufacturer'],
    batch,
    {
      style: {
        language: 'english',
        date: random.pick(['dash-word', 'dot'] as const),
        empty: random.chance(0.4) ? ['expiry_date'] : [],
      },
      random,
    },
  );
}
