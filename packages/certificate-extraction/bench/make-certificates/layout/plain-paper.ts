import { drawFooters, drawLetterhead, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { drawBatch } from '../sheet/batch.ts';
import { printDay } from '../wording/date.ts';
import type { Layout } from './layout.ts';

/** Papers about materials that are no certificates: letter, page of a safety data sheet, ingredient list. */
export const plainPapers: readonly Layout[] = [
  { name: 'no-certificate-letter', draw: drawLetter },
  { name: 'no-certificate-safety-data-sheet', draw: drawSafetyDataSheet },
  { name: 'no-certificate-ingredient-list', draw: drawIngredientList },
];

const nothing = { lines: [], rows: [], fields: {} };

async function drawLetter(random: Random) {
  const batch = drawBatch(random);
  const paper = openPaper({ family: 'times', margin: 72 });
  drawLetterhead(paper, batch.distributor, { align: 'right', logo: false });
  const size = 11;
  for (const line of [batch.customer.name, ...batch.customer.lines]) paragraph(paper, line, { size, after: 1 });
  paragraph(paper, printDay(batch.dates.issue, 'long'), { size, align: 'right', after: 24 });
  paragraph(paper, `Change of packaging for ${batch.material.name}`, { size, face: 'bold', after: 12 });
  paragraph(paper, 'Dear Sir or Madam,', { size, after: 8 });
  paragraph(
    paper,
    `we inform you that ${batch.material.name} will be supplied in fibre drums of 50 kg instead of bags of 25 kg from next quarter. The specification stays as it is: loss on drying not more than 0.5 %, assay not less than 99.0 %. Certificates of analysis will be sent with each batch as before.`,
    { size, after: 8, gap: 3 },
  );
  paragraph(
    paper,
    'Should your purification or dispensing area need other sizes, please let us know within four weeks. We thank you for your trust and remain',
    { size, after: 16, gap: 3 },
  );
  paragraph(paper, 'yours faithfully,', { size, after: 40 });
  paragraph(paper, `${batch.signers[0] ?? ''}\nCustomer service`, { size });
  return finish(paper, nothing);
}

const properties = [
  ['Physical state', 'solid'],
  ['Colour', 'white'],
  ['Odour', 'odourless'],
  ['pH', '5 - 7 (50 g/l, 20 °C)'],
  ['Melting point', '160 - 172 °C'],
  ['Flash point', 'not applicable'],
  ['Density', '1.29 g/cm³'],
  ['Solubility in water', '14 g/l (20 °C)'],
  ['Auto-ignition temperature', '> 400 °C'],
  ['Explosive properties', 'none'],
];

async function drawSafetyDataSheet(random: Random) {
  const { material, distributor, dates } = drawBatch(random);
  const paper = openPaper({ family: 'liberation', margin: 55 });
  drawTitle(paper, 'SAFETY DATA SHEET', { align: 'left', after: 2 });
  paragraph(
    paper,
    `${material.name}     Revision: ${printDay(dates.issue, 'dot')}     Version 4.1     according to Regulation (EC) No. 1907/2006`,
    { size: 8, after: 12 },
  );
  writeSection(paper, 'SECTION 1: Identification of the substance and of the company', [
    `Trade name: ${material.name}`,
    `CAS No.: ${material.cas}`,
    `Supplier: ${distributor.name}, ${distributor.lines.join(', ')}`,
    `Emergency telephone: ${distributor.phone}`,
  ]);
  writeSection(paper, 'SECTION 2: Hazards identification', ['Not a hazardous substance or mixture.']);
  writeSection(paper, 'SECTION 8: Exposure controls', ['General dust limit 10 mg/m³. Wear gloves and goggles.']);
  paragraph(paper, 'SECTION 9: Physical and chemical properties', { size: 10, face: 'bold' });
  drawProperties(paper);
  writeSection(paper, 'SECTION 11: Toxicological information', [
    'LD50 oral, rat: 2404 mg/kg. Not irritating to the skin.',
  ]);
  drawFooters(paper, ['Page {page} of 7']);
  return finish(paper, nothing);
}

function writeSection(paper: Paper, title: string, texts: readonly string[]): void {
  paragraph(paper, title, { size: 10, face: 'bold', after: 4 });
  for (const text of texts) paragraph(paper, text, { size: 9, after: 3 });
  paper.y += 6;
}

function drawProperties(paper: Paper): void {
  drawTable(paper, {
    columns: [{ width: 1 }, { width: 2 }],
    head: [],
    rows: properties.map((texts) => ({ cells: texts.map((text) => ({ text })) })),
    look: { rules: 'horizontal', size: 9, padding: 2.5, line: '#cccccc' },
  });
}

const functions = ['Filler', 'Binder', 'Lubricant', 'Coating', 'Disintegrant'];
const ingredients = [
  'Paracetamol',
  'Microcrystalline cellulose',
  'Povidone K30',
  'Croscarmellose sodium',
  'Magnesium stearate',
  'Hypromellose',
  'Titanium dioxide',
  'Macrogol 4000',
  'Purified water',
];

async function drawIngredientList(random: Random) {
  const batch = drawBatch(random);
  const paper = openPaper({ family: 'dejavu-sans', margin: 60 });
  drawTitle(paper, 'Composition of film-coated tablets 500 mg', { size: 13, align: 'left' });
  paragraph(paper, `Master formula MF-${random.whole(100, 999)}, ${batch.customer.name}`, { size: 9, after: 10 });
  drawTable(paper, {
    columns: [{ width: 2.5 }, { width: 1 }, { width: 1 }, { width: 2 }],
    head: [{ cells: ['Ingredient', 'mg per tablet', '% w/w', 'Function'].map((text) => ({ text })) }],
    rows: ingredients.map((name) => {
      const amount = random.between(1, 60);
      const cells = [name, amount.toFixed(1), (amount / 6.2).toFixed(2), random.pick(functions)];
      return { cells: cells.map((text) => ({ text })) };
    }),
    look: { rules: 'horizontal', size: 9, padding: 3 },
  });
  paragraph(paper, 'Removed during processing: purified water.', { size: 8 });
  drawFooters(paper, ['Page {page} of {pages}']);
  return finish(paper, nothing);
}
