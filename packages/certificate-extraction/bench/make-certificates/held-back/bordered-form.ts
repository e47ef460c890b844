import type { Layout } from '../layout/layout.ts';
import type { Topic } from '../material/material.ts';
import { drawFooters, drawLetterhead } from '../paper/furniture.ts';
import { onEachPage, openPaper, type Paper, paragraph, reserve } from '../paper/paper.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable, type TableLook, type TableRow } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import { people } from '../sheet/company.ts';
import { printDay } from '../wording/date.ts';
import { fieldTruth, toFieldLines } from '../wording/field-line.ts';
import type { LabelName } from '../wording/label.ts';
import { type Line, toLines, toTruthRow } from '../wording/line.ts';
import { drawTitles } from '../wording/section.ts';
import { makeStyle } from '../wording/style.ts';

/** A framed form repeated on each page, tests under numbers, lettered parts of a test under its name, three signers. */
export const borderedForm: Layout = { name: 'bordered-form', draw };

const columns = [{ width: 0.6 }, { width: 3.2 }, { width: 3.4 }, { width: 2.6 }] as const;
const formColumns = [{ width: 1.3 }, { width: 2.2 }, { width: 1.3 }, { width: 2 }] as const;
const look: TableLook = { rules: 'vertical', size: 9, padding: 2.5, line: '#000000' };
const boxes: TableLook = { ...look, rules: 'grid' };
const bold = { face: 'bold' } as const;
const toCells = (texts: readonly string[]) => texts.map((text) => ({ text }));

/** Topics whose tests are parts of one numbered test, where there are several. */
const parted: readonly Topic[] = ['identification', 'impurity', 'element', 'solvent', 'microbe'];

const form: readonly Partial<Record<LabelName, string>>[] = [
  { product: 'Name of Material' },
  { batch_number: 'Batch No.', quantity: 'Batch Size' },
  { manufacturing_date: 'Mfg. Date', analysis: 'Date of Analysis' },
  { expiry_date: 'Exp. Date', issue_date: 'Date of Issue' },
  { retest_date: 'Retest Date', certificate_number: 'C.O.A. No.' },
  { storage: 'Storage Condition' },
  { manufacturer: 'Mfd. By' },
  { manufacturing_site: 'Mfg. Site' },
];

const ranges = [
  { limit: 'nmt', words: ['NLT ', ' and NMT '] },
  { limit: 'words', words: ['Between ', ' and '] },
  { limit: 'words', words: ['Not less than ', ' and not more than '] },
] as const;

const absence = { limit: 'Should be absent in {}', absent: 'Absent', present: 'Present' };

type Test = { title: string | null; lines: readonly Line[] };

async function draw(random: Random) {
  const batch = drawBatch(random);
  const tests = chooseTests(batch, random);
  const { rows: fields, truth } = chooseFields(batch, random);
  const paper = openPaper({ family: 'times', margin: 44, foot: 54 });
  const drawTop = (next: Paper) => {
    drawLetterhead(next, batch.producer, { align: 'center', logo: false, color: '#000000' });
    drawTable(next, { columns: formColumns, head: [], rows: fields, look: boxes });
  };
  paper.runningHead = drawTop;
  drawTop(paper);
  drawTests(paper, tests, random.pick(['Results', 'Observations']));
  drawEnd(paper, batch, random.some(people, 3));
  drawFooters(paper, ['Format No.: F/QC/018-03        Page {page} of {pages}'], { line: false, size: 8 });
  drawFrames(paper);
  const rows = tests.flatMap(({ title, lines }) =>
    lines.map((line) => toTruthRow(line, title === null ? {} : { section: title })),
  );
  return finish(paper, { lines: tests.flatMap((test) => test.lines), rows, fields: truth });
}

function chooseTests(batch: Batch, random: Random): Test[] {
  const { limit, words } = random.pick(ranges);
  const style = makeStyle({
    limit,
    gap: random.pick(['', ' ']),
    absence,
    notDetected: 'BDL',
    report: 'For information',
  });
  const lines = toLines(batch.findings, style).map((line) => {
    if (line.finding.test.limit.kind !== 'range') return line;
    return { ...line, specification: `${words[0]}${line.minimum}${words[1]}${line.maximum}` };
  });
  const titles = drawTitles(style, random);
  return [...Map.groupBy(lines, (line) => line.topic)].flatMap(([topic, members]): Test[] =>
    parted.includes(topic) && members.length > 1
      ? [{ title: titles[topic], lines: members }]
      : members.map((line) => ({ title: null, lines: [line] })),
  );
}

/** The rows of the form: labels with their values behind a colon. */
function chooseFields(batch: Batch, random: Random) {
  const empty = [random.pick(['retest_date', 'expiry_date'] as const)];
  const names = form.flatMap((row) => Object.keys(row)) as LabelName[];
  const style = { language: 'english', date: 'dash-word', shelf: 'month-dash', empty } as const;
  const lines = toFieldLines(names, batch, { style, random });
  const texts = new Map<string, string>(lines.map(({ name, text }) => [name, shout(text)]));
  const rows = form.map((row): TableRow => {
    const entries = Object.entries(row);
    const span = entries.length === 1 ? 3 : 1;
    const print = (name: string) => ({ text: `: ${texts.get(name)}`, span });
    return { cells: entries.flatMap(([name, text]) => [{ text, look: bold }, print(name)]) };
  });
  const report = toCells(['A.R. No.', `: RM/${random.whole(1000, 9999)}/${batch.dates.analysis.year}`]);
  const first: TableRow = { kind: 'title', cells: [{ text: 'CERTIFICATE OF ANALYSIS', span: 2 }, ...report] };
  return { rows: [first, ...rows], truth: fieldTruth(lines) };
}

/** Months in capital letters, and words for what is missing. */
function shout(text: string): string {
  return text === '' ? 'N.A.' : text.replace(/^[A-Z][a-z]{2}-\d{4}$/, (month) => month.toUpperCase());
}

/** A table for each test, one below the other; their common head stands on each page. */
function drawTests(paper: Paper, tests: readonly Test[], results: string): void {
  const drawTop = paper.runningHead;
  const head = [{ cells: toCells(['S. No.', 'Tests', 'Limits', results]) }];
  const drawPart = (next: Paper, part: { head: TableRow[]; rows: TableRow[] }) => {
    drawTable(next, { columns, ...part, look });
    next.y -= 8;
  };
  drawPart(paper, { head, rows: [] });
  paper.runningHead = (next) => {
    drawTop?.(next);
    drawPart(next, { head, rows: [] });
  };
  tests.forEach((test, index) => {
    reserve(paper, test.lines.length * 16 + 16);
    drawPart(paper, { head: [], rows: toRows(test, index + 1) });
  });
  paper.runningHead = drawTop;
}

function toRows({ title, lines }: Test, number: number): TableRow[] {
  const rows = lines.map((line, index): TableRow => {
    const mark = title === null ? `${number}.` : `(${'abcdefghijklmnopqrstuvwxyz'[index]})`;
    const texts = [line.parameter, line.specification ?? '', line.result];
    return { cells: [{ text: mark, look: { align: title === null ? 'left' : 'right' } }, ...toCells(texts)] };
  });
  if (title === null) return rows;
  return [{ cells: [{ text: `${number}.` }, { text: title, look: bold }, ...toCells(['', ''])] }, ...rows];
}

function drawEnd(paper: Paper, batch: Batch, signers: readonly string[]): void {
  reserve(paper, 130);
  paper.y += 8;
  const verdict = batch.findings.some((finding) => finding.pass === false) ? 'does not comply' : 'complies';
  const text = `Remarks : The material ${verdict} with ${batch.material.grade} in respect of the above tests.`;
  paragraph(paper, text, { size: 9.5, face: 'bold' });
  paragraph(paper, 'BDL: Below detection limit, N.A.: Not applicable', { size: 8, after: 10 });
  const { analysis, issue } = batch.dates;
  const days = [analysis, issue, issue].map((day) => printDay(day, 'dash-word'));
  const signs = signers.map((name, index) => `Sign :\n\n${name}\nDate : ${days[index]}`);
  drawTable(paper, {
    columns: signers.map(() => ({ width: 1 })),
    head: [{ cells: toCells(['Prepared By', 'Checked By', 'Approved By']) }],
    rows: [{ cells: toCells(signs) }],
    look: boxes,
  });
}

function drawFrames(paper: Paper): void {
  const { left, right, top, bottom, document } = paper;
  onEachPage(paper, () => {
    document
      .lineWidth(1.5)
      .rect(left - 7, top - 7, right - left + 14, bottom - top + 14)
      .stroke('#000000');
  });
}
