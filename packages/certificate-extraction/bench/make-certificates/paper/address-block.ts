import type { Company } from '../sheet/company.ts';
import { type Paper, type TextLook, write } from './paper.ts';

/** Writes companies with their addresses side by side, each below its label, and moves the cursor below them. */
export function drawAddressBlocks(
  paper: Paper,
  blocks: readonly { label: string; company: Company }[],
  look: TextLook = {},
): void {
  const width = (paper.right - paper.left) / blocks.length;
  const bottoms = blocks.map(({ label, company }, index) => {
    const place = { x: paper.left + index * width, width: width - 12 };
    let y = paper.y;
    y += write(paper, label, { ...place, y, size: 8.5, face: 'bold', ...look }) + 2;
    y += write(paper, company.name, { ...place, y, size: 8.5 });
    for (const line of company.lines) y += write(paper, line, { ...place, y, size: 8.5 });
    return y;
  });
  paper.y = Math.max(...bottoms) + 10;
}

/** What an address block says of the producer. */
export function producerTruth(company: Company): { manufacturer: string; manufacturing_site: string } {
  return { manufacturer: company.name, manufacturing_site: company.lines.join(', ') };
}
