import { drawFooters, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { drawRegistration } from '../sheet/organisation.ts';
import { meantDay, printDay } from '../wording/date.ts';
import type { Layout } from './layout.ts';

/** A certificate of ISO 9001 as a form: labels left, values right, bars of colour. */
export const isoForm: Layout = { name: 'iso-form', draw };

async function draw(random: Random) {
  const { holder, scope, number, body, issue, expiry, first } = drawRegistration(random);
  const form = random.pick(['slash-european', 'dash-word', 'long'] as const);
  const paper = openPaper({ family: 'dejavu-sans', margin: 60 });
  paper.document.rect(0, 0, 26, paper.document.page.height).fill('#b3541e');
  drawTitle(paper, body, { size: 11, align: 'right', color: '#b3541e', after: 30 });
  drawTitle(paper, 'Certificate of Registration', { size: 22, align: 'left', after: 4 });
  drawTitle(paper, 'QUALITY MANAGEMENT SYSTEM - ISO 9001:2015', { size: 11, align: 'left', after: 26 });
  const rows = [
    ['This is to certify that', `${holder.name}\n${holder.lines.join('\n')}`],
    [random.pick(['Certificate No.', 'Holds Certificate No.']), number],
    ['Standard', 'ISO 9001:2015'],
    [random.pick(['Scope', 'Scope of registration']), scope],
    ['Original registration date', printDay(first, form)],
    [random.pick(['Date of issue', 'Issue date']), printDay(issue, form)],
    [random.pick(['Expiry date', 'Valid until']), printDay(expiry, form)],
  ];
  drawRows(paper, rows);
  paragraph(paper, 'This certificate remains the property of the registrar.', { size: 7.5 });
  drawFooters(paper, [`${body} · An accredited body`]);
  const days = { issue_date: meantDay(issue, form, false), expiry_date: meantDay(expiry, form, true) };
  const fields = { holder: holder.name, scope, certificate_number: number, ...days };
  return finish(paper, { lines: [], rows: [], fields });
}

function drawRows(paper: Paper, rows: readonly (readonly string[])[]): void {
  drawTable(paper, {
    columns: [{ width: 1.4 }, { width: 3 }],
    head: [],
    rows: rows.map(([label = '', value = '']) => ({
      cells: [{ text: label, look: { color: '#b3541e' } }, { text: value }],
    })),
    look: { rules: 'horizontal', size: 10, padding: 6, line: '#e0c3b3' },
  });
}
