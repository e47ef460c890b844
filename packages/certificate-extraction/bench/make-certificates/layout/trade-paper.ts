import { materials } from '../material/catalogue.ts';
import type { Material } from '../material/material.ts';
import { drawFooters, drawLetterhead, drawTitle } from '../paper/furniture.ts';
import { openPaper, type Paper, paragraph } from '../paper/paper.ts';
import { finish } from '../paper/specimen.ts';
import { drawTable, type TableLook } from '../paper/table.ts';
import type { Random } from '../random.ts';
import { drawBatch, drawBatchNumber } from '../sheet/batch.ts';
import { printDay } from '../wording/date.ts';
import type { Layout } from './layout.ts';

/** Trade papers with tables that are no certificates: invoice, price list, packing list. */
export const tradePapers: readonly Layout[] = [
  { name: 'no-certificate-invoice', draw: drawInvoice },
  { name: 'no-certificate-price-list', draw: drawPriceList },
  { name: 'no-certificate-packing-list', draw: drawPackingList },
];

const look: TableLook = { rules: 'grid', size: 9, padding: 3, headFill: '#e6e6e6' };
const nothing = { lines: [], rows: [], fields: {} };

function drawRows(paper: Paper, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const toCells = (texts: readonly string[]) => ({ cells: texts.map((text) => ({ text })) });
  drawTable(paper, {
    columns: head.map((_, index) => ({ width: index === 1 ? 3 : 1.2 })),
    head: [toCells(head)],
    rows: rows.map(toCells),
    look,
  });
}

async function drawInvoice(random: Random) {
  const batch = drawBatch(random);
  const paper = openPaper({ family: 'helvetica' });
  drawLetterhead(paper, batch.distributor);
  drawTitle(paper, `INVOICE ${random.whole(10000, 99999)}`, { align: 'left' });
  const terms = [`Invoice date: ${printDay(batch.dates.issue, 'dot')}`, `Order No.: 45${random.whole(10000, 99999)}`];
  for (const line of [batch.customer.name, ...batch.customer.lines, '', ...terms, 'Terms of payment: 30 days net']) {
    paragraph(paper, line, { size: 10, after: 2 });
  }
  const items = random.some(materials, 5).map((material, index) => drawItem(material, index + 1, random));
  drawRows(
    paper,
    ['Pos.', 'Description', 'Quantity', 'Unit price', 'Amount EUR'],
    items.map((item) => item.texts),
  );
  const total = items.reduce((sum, item) => sum + item.total, 0);
  paragraph(
    paper,
    `Net ${total.toFixed(2)} EUR   VAT 19 % ${(total * 0.19).toFixed(2)} EUR   Total ${(total * 1.19).toFixed(2)} EUR`,
    { size: 10, face: 'bold', align: 'right' },
  );
  drawFooters(paper, ['IBAN XX00 1234 5678 9012 3456 00 · VAT ID XX123456789', 'Page {page} of {pages}']);
  return finish(paper, nothing);
}

function drawItem({ name, grade }: Material, position: number, random: Random): { total: number; texts: string[] } {
  const quantity = random.whole(1, 40) * 25;
  const price = random.between(2, 90);
  const total = quantity * price;
  return {
    total,
    texts: [String(position), `${name}, ${grade}`, `${quantity} kg`, price.toFixed(2), total.toFixed(2)],
  };
}

async function drawPriceList(random: Random) {
  const batch = drawBatch(random);
  const paper = openPaper({ family: 'liberation' });
  drawLetterhead(paper, batch.distributor, { color: '#8a5a00' });
  drawTitle(paper, `Price list ${random.whole(2023, 2026)}`);
  const rows = materials.map((material) => [
    material.code,
    material.name,
    material.grade.split(',')[0] ?? '',
    `${random.pick([5, 25, 50])} kg`,
    random.between(3, 140).toFixed(2),
    `≥ ${random.whole(2, 20) * 25} kg`,
  ]);
  drawRows(paper, ['Code', 'Product', 'Grade', 'Pack', 'EUR/kg', 'Minimum order'], rows);
  paragraph(
    paper,
    'Prices are net, free carrier, and subject to confirmation. A certificate of analysis is supplied with each delivery.',
    { size: 8 },
  );
  drawFooters(paper, [batch.distributor.mail]);
  return finish(paper, nothing);
}

async function drawPackingList(random: Random) {
  const batch = drawBatch(random);
  const paper = openPaper({ family: 'courier' });
  drawLetterhead(paper, batch.distributor, { logo: false });
  drawTitle(paper, 'PACKING LIST', { align: 'left' });
  paragraph(paper, `Consignee: ${batch.customer.name}, ${batch.customer.lines.join(', ')}`, { size: 9 });
  paragraph(paper, `Shipped: ${printDay(batch.dates.receipt, 'upper')}    Carrier: Northsea Lines`, {
    size: 9,
    after: 10,
  });
  const rows = random.some(materials, 6).map((material, index) => {
    const drums = random.whole(1, 20);
    return [
      String(index + 1),
      `${material.name} lot ${drawBatchNumber(random)}`,
      `${drums} drums`,
      `${drums * 25} kg`,
      `${drums * 27.5} kg`,
    ];
  });
  drawRows(paper, ['No', 'Goods', 'Packages', 'Net', 'Gross'], rows);
  drawFooters(paper, ['Page {page} of {pages}'], { family: 'courier' });
  return finish(paper, nothing);
}
