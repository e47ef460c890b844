import { drawFooters } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph, write } from '../paper/paper.ts';
import { finish } from '../paper/specimen.ts';
import type { Random } from '../random.ts';
import { drawRegistration, type Registration } from '../sheet/organisation.ts';
import { type DateForm, meantDay, printDay } from '../wording/date.ts';
import type { Layout } from './layout.ts';

/** A certificate of ISO 9001: centred, framed, the holder in large letters, the scope as a paragraph. */
export const isoCertificate: Layout = { name: 'iso-certificate', draw };

async function draw(random: Random) {
  const registration = drawRegistration(random);
  const form = random.pick(['long', 'iso', 'dot'] as const);
  const paper = openPaper({ family: random.pick(['times', 'liberation'] as const), margin: 80 });
  drawFrame(paper);
  paper.y = 96;
  const centred = { align: 'center' as const };
  paragraph(paper, registration.body, { ...centred, size: 13, face: 'bold', after: 26 });
  paragraph(paper, 'CERTIFICATE', { ...centred, size: 30, face: 'bold', after: 22 });
  paragraph(paper, 'This is to certify that the quality management system of', { ...centred, size: 11, after: 14 });
  paragraph(paper, registration.holder.name, { ...centred, size: 18, face: 'bold', after: 4 });
  for (const line of registration.holder.lines) paragraph(paper, line, { ...centred, size: 11, after: 1 });
  paragraph(paper, 'has been assessed and found to meet the requirements of', { ...centred, size: 11, after: 10 });
  paragraph(paper, 'ISO 9001:2015', { ...centred, size: 20, face: 'bold', after: 18 });
  paragraph(paper, random.pick(['Scope of certification:', 'Scope:', 'for the following scope:']), {
    ...centred,
    size: 11,
    face: 'bold',
    after: 6,
  });
  paragraph(paper, registration.scope, { ...centred, size: 12, after: 30 });
  drawValidity(paper, registration, { form, random });
  paragraph(paper, `On behalf of ${registration.body}`, { size: 10 });
  drawFooters(paper, [
    'Validity of this certificate can be checked with the certification body. Page {page} of {pages}',
  ]);
  return finish(paper, { lines: [], rows: [], fields: makeTruth(registration, form) });
}

function drawFrame({ document }: Paper): void {
  const { width, height } = document.page;
  document
    .lineWidth(5)
    .strokeColor('#1c4e80')
    .rect(36, 36, width - 72, height - 90)
    .stroke();
  document
    .lineWidth(1)
    .rect(44, 44, width - 88, height - 106)
    .stroke();
}

function drawValidity(
  paper: Paper,
  { number, issue, expiry, first }: Registration,
  { form, random }: { form: DateForm; random: Random },
): void {
  const rows = [
    [random.pick(['Certificate number:', 'Certificate No.:', 'Certificate registration no.:']), number],
    [random.pick(['First certified:', 'Original certification date:']), printDay(first, form)],
    [random.pick(['Date of issue:', 'Issue date:']), printDay(issue, form)],
    [random.pick(['Valid until:', 'Expiry date:', 'Date of expiry:']), printDay(expiry, form)],
  ] as const;
  for (const [label, value] of rows) {
    write(paper, label, { x: paper.left + 40, y: paper.y, width: 160, size: 11 });
    paper.y += write(paper, value, { x: paper.left + 210, y: paper.y, width: 220, size: 11, face: 'bold' }) + 4;
  }
  paper.y += 40;
}

function makeTruth({ holder, scope, number, issue, expiry }: Registration, form: DateForm) {
  const days = { issue_date: meantDay(issue, form, false), expiry_date: meantDay(expiry, form, true) };
  return { holder: holder.name, scope, certificate_number: number, ...days };
}
