import { drawFooters, drawTitle } from '../paper/furniture.ts';
import { openPaper, paragraph } from '../paper/paper.ts';
import { finish } from '../paper/specimen.ts';
import type { Random } from '../random.ts';
import { producers } from '../sheet/company.ts';
import { drawRegistration, type Registration } from '../sheet/organisation.ts';
import type { TruthFields } from '../truth.ts';
import { type DateForm, meantDay, printDay } from '../wording/date.ts';
import type { Layout } from './layout.ts';

/** A certificate of GMP compliance as authorities write it: numbered prose, labels within lines. */
export const gmpCertificate: Layout = { name: 'gmp-certificate', draw };

const operations = [
  'Manufacture of active substances by chemical synthesis; physical processing; quality control testing',
  'Secondary packaging and quality control testing of non-sterile medicinal products',
  'Manufacture of excipients; primary packaging; storage and distribution',
];

const opening = [
  'Part 1',
  'Issued following an inspection in accordance with Art. 111(5) of Directive 2001/83/EC as amended.',
  'The competent authority confirms the following:',
];
const finding =
  'has been inspected under the national inspection programme. From the knowledge gained during inspection of this manufacturer it is considered that it complies with the principles and guidelines of Good Manufacturing Practice.';
const closing = [
  'This certificate reflects the status of the manufacturing site at the time of the inspection noted above.',
  'Name and signature of the authorised person: Dr. H. Solberg',
];

async function draw(random: Random) {
  const registration = drawRegistration(random);
  const holder = random.settled.producer ?? random.pick(producers);
  const form = random.pick(['iso', 'slash-european', 'long'] as const);
  const scope = random.pick(operations);
  const number = random.pick([
    `DE_BY_04_GMP_2024_${random.whole(1000, 9999)}`,
    `UK GMP ${random.whole(10000, 99999)} Insp GMP`,
    `GMP/${random.whole(100, 999)}/2024`,
  ]);
  const paper = openPaper({ family: 'times', margin: 66 });
  drawTitle(paper, 'Regional Medicines Inspectorate', { size: 13, after: 16 });
  drawTitle(paper, 'CERTIFICATE OF GMP COMPLIANCE OF A MANUFACTURER', { size: 13, after: 16 });
  const scopeLabel = random.pick(['Scope', 'Scope of the certificate']);
  const days = [
    `Date of inspection: ${printDay(registration.first, form)}`,
    `Date of issue: ${printDay(registration.issue, form)}`,
    `Valid until: ${printDay(registration.expiry, form)}`,
  ];
  const company = [`Certificate holder: ${holder.name}`, `Manufacturing site: ${holder.lines.join(', ')}`];
  const prose = [`Certificate No: ${number}`, ...opening, ...company, finding, ...days];
  for (const text of [...prose, 'Part 2', `${scopeLabel}: ${scope}`, ...closing]) {
    const face = /^(Part|Certificate No)/.test(text) ? 'bold' : 'regular';
    paragraph(paper, text, { size: 11, face, after: 8, gap: 2 });
  }
  drawFooters(paper, ['Page {page} of {pages}'], { family: 'times' });
  return finish(paper, { lines: [], rows: [], fields: makeTruth({ ...registration, holder, scope, number }, form) });
}

function makeTruth({ holder, scope, number, issue, expiry }: Registration, form: DateForm): Partial<TruthFields> {
  return {
    holder: holder.name,
    manufacturing_site: holder.lines.join(', '),
    scope,
    certificate_number: number,
    issue_date: meantDay(issue, form, false),
    expiry_date: meantDay(expiry, form, true),
  };
}
