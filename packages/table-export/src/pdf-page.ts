import { cleanText } from './cell.ts';
import { formatInstant } from './instant.ts';
import type { Pen, Style } from './pdf-pen.ts';
import { wrap } from './pdf-wrap.ts';
import type { Fact, Table } from './table.ts';

/** A4, lying; in points. */
export const PAGE = { width: 841.89, height: 595.28, margin: 36, body: 595.28 - 54 };
export const INNER_WIDTH = PAGE.width - 2 * PAGE.margin;

const TITLE: Style = { face: 'bold', size: 16 };
const LABEL: Style = { face: 'bold', size: 8, colour: '#5b6775' };
const FACT: Style = { face: 'regular', size: 8 };
const SMALL: Style = { face: 'regular', size: 7, colour: '#5b6775' };
const RULE = '#9aa5b1';

const LABEL_WIDTH = 110;
const FACT_LINE = 11.5;
const FOOT_Y = PAGE.height - 34;
/** The total stands flush right with four digits; more of them reach into the margin. */
const TOTAL_WIDTH = 16;
const TOTAL_NAME = 'PageTotal';

/** What the first page opens with; the head of the others is made of it. */
export type Cover = Pick<Table, 'title' | 'organisation' | 'madeAt' | 'madeBy'> & {
  facts: readonly Fact[];
  /** The zone of the time that it was made at; UTC where none is given. */
  zone?: string | undefined;
};

export type Pages = {
  /** Begins a page and returns where its content begins. */
  begin(): number;
  /** The number of the page that was begun last. */
  count(): number;
  /** Writes what is known only now: how many pages there are. */
  finish(): void;
};

const made = ({ madeAt, zone }: Cover): string =>
  zone === undefined
    ? `${madeAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`
    : `${formatInstant(madeAt, zone)} (${zone})`;

const horizontal = ({ document, tags }: Pen, y: number): void =>
  tags.mark(() =>
    document
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.width - PAGE.margin, y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke(),
  );

/** The lines of a fact beside its label. */
const factLines = (pen: Pen, fact: string): string[] =>
  wrap(pen.writable(cleanText(fact)), INNER_WIDTH - LABEL_WIDTH, (part) => pen.width(part, FACT));

/** How high a fact stands. */
export const measureFact = (pen: Pen, fact: string): number => factLines(pen, fact).length * FACT_LINE;

/** Writes a fact with its label and returns where the next one goes. */
export const writeFact = (pen: Pen, [label, fact]: Fact, top: number): number => {
  let y = top;
  pen.tags.within('P', () => {
    pen.write(label, { x: PAGE.margin, y, width: LABEL_WIDTH - 6 }, LABEL);
    for (const line of factLines(pen, fact)) {
      pen.write(line, { x: PAGE.margin + LABEL_WIDTH, y }, FACT);
      y += FACT_LINE;
    }
  });
  return y;
};

const writeOpening = (pen: Pen, cover: Cover): number => {
  const { title, organisation, madeBy, facts } = cover;
  let y = PAGE.margin;
  pen.tags.within('H1', () => {
    for (const line of wrap(pen.writable(cleanText(title)), INNER_WIDTH, (part) => pen.width(part, TITLE))) {
      pen.write(line, { x: PAGE.margin, y }, TITLE);
      y += 22;
    }
  });
  const known: Fact[] = [['Organisation', organisation], ['Made at', made(cover)], ['Made by', madeBy], ...facts];
  return known.reduce((top, fact) => writeFact(pen, fact, top), y + 2) + 8;
};

/** The first line of a text that fits, so that a long title stays out of what stands beside it. */
const shortened = (pen: Pen, text: string, width: number): string =>
  wrap(pen.writable(cleanText(text)), width, (part) => pen.width(part, SMALL))[0] ?? '';

const writeRunningHead = (pen: Pen, cover: Cover): number => {
  const time = made(cover);
  const right = PAGE.width - PAGE.margin - pen.width(time, SMALL);
  const left = shortened(pen, `${cover.title} · ${cover.organisation}`, right - PAGE.margin - 20);
  pen.tags.asArtifact(() => {
    pen.write(left, { x: PAGE.margin, y: 26 }, SMALL);
    pen.write(time, { x: right, y: 26 }, SMALL);
  });
  return 42;
};

/**
 * The pages of a document, written out as each is full. Their total stands on every page and is known after the last: the pages
 * show one small form in its place, whose content is written at the end.
 */
export const makePages = (pen: Pen, cover: Cover): Pages => {
  const { document } = pen;
  const total = document.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -3, TOTAL_WIDTH + PAGE.margin, SMALL.size],
    Resources: {},
  });
  let count = 0;

  const writeFoot = (): void => {
    const x = PAGE.width - PAGE.margin - TOTAL_WIDTH;
    const counted = `Page ${count} of `;
    horizontal(pen, FOOT_Y - 5);
    pen.write(shortened(pen, `Made by ${cover.madeBy}`, INNER_WIDTH / 2), { x: PAGE.margin, y: FOOT_Y }, SMALL);
    pen.write(counted, { x: x - pen.width(counted, SMALL), y: FOOT_Y }, SMALL);
    const shown = (document.page as unknown as { xobjects: Record<string, unknown> }).xobjects;
    shown[TOTAL_NAME] = total;
    // The content has its origin at the top; text stands on its baseline and would be upside down there.
    const place = `1 0 0 -1 ${x} ${FOOT_Y + pen.baseline(SMALL)}`;
    pen.tags.mark(() => document.addContent(`q ${place} cm /${TOTAL_NAME} Do Q`));
  };

  return {
    begin() {
      document.addPage();
      count += 1;
      pen.tags.asArtifact(writeFoot);
      return count === 1 ? writeOpening(pen, cover) : writeRunningHead(pen, cover);
    },
    count: () => count,
    finish() {
      const { content, fonts } = pen.buildOperators(String(count), SMALL);
      (total.data as Record<string, unknown>).Resources = { Font: fonts };
      total.end(Buffer.from(`0.357 0.404 0.459 rg\n${content}\n`));
    },
  };
};
