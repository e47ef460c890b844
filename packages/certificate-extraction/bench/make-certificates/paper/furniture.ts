import type { Random } from '../random.ts';
import type { Company } from '../sheet/company.ts';
import { onEachPage, type Paper, type Place, rule, type TextLook, write } from './paper.ts';

/** Writes a company's name and address as a letterhead, logo shape included; the cursor ends below it. */
export function drawLetterhead(
  paper: Paper,
  company: Company,
  look: { align?: 'left' | 'right' | 'center'; color?: string; logo?: boolean } = {},
): void {
  const { align = 'left', color = '#1f3a5f', logo = true } = look;
  const inset = logo && align === 'left' ? 46 : 0;
  if (logo) drawLogo(paper, { x: align === 'right' ? paper.left : paper.left, color });
  const place = { x: paper.left + inset, width: paper.right - paper.left - inset, align };
  paper.y += write(paper, company.name, { ...place, y: paper.y, size: 14, face: 'bold', color });
  const address = `${company.lines.join(' · ')}`;
  paper.y += write(paper, address, { ...place, y: paper.y + 2, size: 7.5, color: '#555555' }) + 2;
  paper.y +=
    write(paper, `Tel. ${company.phone} · ${company.mail}`, { ...place, y: paper.y, size: 7.5, color: '#555555' }) + 14;
}

function drawLogo(paper: Paper, { x, color }: { x: number; color: string }): void {
  paper.document.circle(x + 17, paper.y + 17, 17).fill(color);
  paper.document.polygon([x + 8, paper.y + 24], [x + 17, paper.y + 7], [x + 26, paper.y + 24]).fill('#ffffff');
}

/** Writes a heading in the middle (or where `align` says) and moves the cursor below it. */
export function drawTitle(paper: Paper, text: string, look: TextLook & { after?: number } = {}): void {
  const place = { x: paper.left, y: paper.y, width: paper.right - paper.left };
  paper.y += write(paper, text, { ...place, size: 15, face: 'bold', align: 'center', ...look }) + (look.after ?? 10);
}

/** What stands at the foot of each page: `words` may hold {page} and {pages}. */
export function drawFooters(paper: Paper, words: readonly string[], look: TextLook & { line?: boolean } = {}): void {
  onEachPage(paper, (page, pages) => {
    const height = paper.document.page.height;
    let y = height - 18 - words.length * 9;
    if (look.line ?? true) rule(paper, [paper.left, y - 4, paper.right, y - 4], { width: 0.4, color: '#888888' });
    for (const text of words) {
      const printed = text.replace('{page}', String(page)).replace('{pages}', String(pages));
      const place: Place = { x: paper.left, y, width: paper.right - paper.left };
      y += write(paper, printed, { ...place, size: 6.5, align: 'center', color: '#666666', ...look });
    }
  });
}

/** A large pale word across each page. */
export function drawWatermark(paper: Paper, word: string, color = '#e8e8e8'): void {
  const { document } = paper;
  const { width, height } = document.page;
  document.save().rotate(-35, { origin: [width / 2, height / 2] });
  write(paper, word, {
    x: 0,
    y: height / 2 - 45,
    width,
    size: Math.min(90, 640 / word.length),
    face: 'bold',
    align: 'center',
    color,
  });
  document.restore();
}

/** Two signatures side by side with names and roles; `dates` stand behind each name where given. */
export function drawSignatures(
  paper: Paper,
  names: readonly string[],
  look: { roles: readonly string[]; date?: string; random: Random },
): void {
  const width = (paper.right - paper.left) / names.length;
  const top = Math.min(paper.y + 8, paper.bottom - 44);
  names.forEach((name, index) => {
    const x = paper.left + index * width;
    drawScribble(paper, [x + 8, top + 14], look.random);
    rule(paper, [x, top + 24, x + width * 0.7, top + 24], { width: 0.5 });
    write(paper, name, { x, y: top + 27, width: width - 10, size: 8 });
    write(paper, `${look.roles[index] ?? 'Quality Control'}${look.date === undefined ? '' : `, ${look.date}`}`, {
      x,
      y: top + 37,
      width: width - 10,
      size: 7,
      color: '#444444',
    });
  });
  paper.y = top + 50;
}

function drawScribble(paper: Paper, [x, y]: readonly [number, number], random: Random): void {
  const { document } = paper;
  document.lineWidth(0.9).strokeColor('#223a8a').moveTo(x, y);
  for (let step = 1; step <= 6; step++) {
    const at = x + step * 13;
    document.bezierCurveTo(
      at - 11,
      y - random.between(4, 16),
      at - 5,
      y + random.between(2, 10),
      at,
      y - random.between(-4, 8),
    );
  }
  document.stroke();
}

/** Words of no consequence that stand below results. */
export const disclaimers: readonly string[] = [
  'This certificate relates only to the batch named above. It does not release the user from the duty of checking the goods on receipt.',
  'This document was generated electronically and is valid without signature. It may be reproduced only in full.',
  'The results apply to the sample as received. Pass/fail statements are made without regard to measurement uncertainty.',
  'We certify that the above batch was manufactured, tested and released in compliance with current GMP. Values are taken from our in-process records where marked.',
];
