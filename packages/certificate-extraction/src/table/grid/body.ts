import { median } from '../../measure.ts';
import { isFinding, toKind } from '../cell/cell-kind.ts';
import type { Head } from '../head/head.ts';
import { evaluateSegment, isValueHead } from '../head/stretch.ts';
import { type Line, readLines, type Segment } from '../segment/segment.ts';
import type { Frame } from './frame.ts';
import { withoutMethodLines } from './method-line.ts';

const ADMINISTRATIVE =
  /^(?:(?:analy[sz]ed|reviewed|approved|prepared|checked|tested|authori[sz]ed|verified|released|signed|extracted|issued|certified|printed|sampled|received)(?: (?:by|on|date)\b|:)|(?:analysis|analytical|test) (?:method|date|batch) ?:|page\b|notes?\b ?[:."(]|note$|remarks?\b|comments?\b|storage|disclaimer|legend|definitions?\b|abbreviations?|this (?:report|certificate|document|is|product|material|coa)|the (?:above|results?|product|material|sample|batch)|these results|we (?:hereby|certify)|it is (?:hereby )?certified|(?:quality|lab(?:oratory)?|technical) (?:manager|director|control manager|assurance manager)|signature|shelf[- ]life ?:|retest ?(?:date)? ?:|expir(?:y|ation) ?(?:date)? ?:|(?:conclusi[oó]n|conclus[aã]o|conclusione|fazit|schlussfolgerung) ?:|overall (?:result|status|batch|conclusion|assessment|verdict)|lqc |\*+ ?end of|-+ ?end of|\[? ?end of\b|<\s?lo[dq]\b.*[-=]|nd ?[-=]|(?:lod|loq|nd|nt|ne|mrl|bdl|cfu|n\.d\.) ?[=:]|all incoming|form no|(?:nd|<\s?lo[dq]|nt|bdl)\b.{0,3}\s(?:compound|results?|not|below|means)|n\. ?n\. |dieses (?:dokument|zertifikat)|ce (?:document|certificat)|este (?:documento|certificado)|freigegeben|geprüft|responsable|bemerkung)/i;

/** True for lines that stand around tables: signatures, notes, page numbers, legends. */
const isAdministrative = (text: string): boolean => ADMINISTRATIVE.test(text.trim());

const LOWER_WORD = /^[a-z]{2,},?$/;

/** True for a running text. */
export const isProse = (segment: Segment): boolean => {
  const words = segment.text.split(' ');
  if (words.length < 9) return false;
  return words.filter((word) => LOWER_WORD.test(word)).length * 2 >= words.length;
};

const LABEL = /^[\p{L}][\p{L}\p{N} ./()#-]{1,40}:(?:\s|$)/u;

const isForm = ({ segments }: Line): boolean =>
  segments.filter(({ text }) => LABEL.test(text)).length >= 2 ||
  segments.slice(1).some(({ text }) => /\p{L}:$/u.test(text));

const LABELLED_VALUE = /^[\p{L}][^:]{1,40}:\s*(\S.*)$/u;

/** "Refractive index: 1.459": a label with its own value, which no row of a table begins with. */
const isLabelled = ({ segments }: Line): boolean => {
  const value = LABELLED_VALUE.exec(segments[0]?.text ?? '')?.[1];
  return value !== undefined && segments.length === 1 && /^[<>≤≥=~+-]?\s?\d/.test(value);
};

/** True for the head of another table: several words that only stand in heads, and nothing found beside them. */
export const isOtherHead = ({ segments }: Line): boolean =>
  segments.map(evaluateSegment).filter(isValueHead).length >= 2 &&
  !segments.some(({ text }) => isFinding(toKind(text)));

/**
 * True for a line that is no part of a table. `edge`: where the first column ends; running text that begins beyond it may
 * be what a specification says.
 */
export const isForeign = (line: Line, edge = Number.POSITIVE_INFINITY): boolean => {
  const isText = (segment: Segment): boolean =>
    isProse(segment) && segment.x0 < edge && segment.x1 - segment.x0 > 0.45 * (line.x1 - line.x0);
  return (
    line.segments.some(isText) ||
    isForm(line) ||
    isOtherHead(line) ||
    isLabelled(line) ||
    isAdministrative(line.segments[0]?.text ?? '')
  );
};

/** Where a body begins, the height of its letters, and where its first column ends. */
export type Start = { top: number; size: number; edge: number };

/** How many lines stand together before the first that is no part of a table or stands far below. */
export const closedLines = (lines: readonly Line[], { top, size, edge }: Start): number => {
  const gaps: number[] = [];
  let bottom = top;
  let closed = 0;
  for (const line of lines) {
    const gap = line.y0 - bottom;
    const widest = gaps.length < 2 ? 6 * size : Math.max(2.5 * size, 2.5 * median(gaps) + size);
    if (gap > widest || isForeign(line, edge)) break;
    if (closed > 0 && gap > 0) gaps.push(gap);
    bottom = Math.max(bottom, line.y1);
    closed += 1;
  }
  return closed;
};

/** The lines below a head inside its frame. */
export const linesBelow = (head: Head, frame: Frame, segments: readonly Segment[]): Line[] =>
  withoutMethodLines(linesIn(head, frame, segments));

const linesIn = (head: Head, frame: Frame, segments: readonly Segment[]): Line[] =>
  readLines(
    segments.filter((segment) => {
      const x = (segment.x0 + segment.x1) / 2;
      return x > frame.x0 && x < frame.x1 && (segment.y0 + segment.y1) / 2 > head.y1 && segment.y1 <= frame.y1 + 1;
    }),
  );
