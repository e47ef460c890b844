import { joinText } from '../../line.ts';
import type { Word } from '../../page.ts';
import { isDateField, readFieldValue } from '../field-value.ts';
import { LONGEST_LABEL, matchLabel } from '../label/label.ts';

const SURE = 0.9;

/**
 * The runs of words of a line that belong together, from its segments: a colon that stands alone goes to its label, and
 * signs that part one entry from the next ("Lot 4711 · Exp. 03/2026") end a run.
 */
export function findRuns(segments: readonly (readonly Word[])[]): (readonly Word[])[] {
  return withColons(segments).flatMap(splitAtSeparators).flatMap(splitAtNextEntry);
}

/** Label and value of a word that holds both ("Sample:DA30318004"); "10:15" and "https://" are no labels. */
export function splitGlued(word: Word): Word[] {
  const text = word.text.replace(/：/g, ':');
  const match = /^(.*[\p{L}#.)](?:\s)?:)([^:/\\].*)$/u.exec(text);
  const [label, value] = /^:[^:]/.test(text) ? [':', text.slice(1)] : [match?.[1], match?.[2]];
  if (!label || !value || /^(?:https?|mailto|www)/i.test(label)) return [text === word.text ? word : { ...word, text }];
  const x = word.x0 + ((word.x1 - word.x0) * label.length) / text.length;
  return [
    { ...word, text: label, x1: x },
    { ...word, text: value, x0: x },
  ];
}

/** Whether a label ends with the word: with its colon. */
export function endsLabel(word: Word): boolean {
  return /[:]$/.test(word.text) && !/^\d+:$/.test(word.text);
}

// A colon that stands before the value belongs to the label before it ("B. No.      : 4711").
function withColons(runs: readonly (readonly Word[])[]): (readonly Word[])[] {
  const moved: (readonly Word[])[] = [];
  for (const run of runs) {
    const [first, ...rest] = run;
    const label = moved.at(-1);
    if (first?.text !== ':') moved.push(run);
    else {
      if (label && !endsLabel(label.at(-1) ?? first)) moved[moved.length - 1] = [...label, { ...first, x1: first.x0 }];
      if (rest.length > 0) moved.push(rest);
    }
  }
  return moved;
}

function splitAtSeparators(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [[]];
  for (const word of words) {
    if (/^[|¦•·;■▪]+$/.test(word.text)) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs.filter((run) => run.length > 0);
}

// "N° 2024-118 — issued 12/12/2024": behind a dash or a comma the next entry begins with its label and has a value.
function splitAtNextEntry(words: readonly Word[]): (readonly Word[])[] {
  const cut = words.findIndex((word, index) => {
    const isDash = /^[-–—]$/.test(word.text);
    return index > 0 && (isDash || word.text.endsWith(',')) && isEntry(words.slice(index + 1));
  });
  if (cut < 0) return [words];
  const end = words[cut]?.text.endsWith(',') ? cut + 1 : cut;
  return [words.slice(0, end), ...splitAtNextEntry(words.slice(cut + 1))];
}

function isEntry(words: readonly Word[]): boolean {
  for (let end = Math.min(words.length - 1, LONGEST_LABEL); end > 0; end -= 1) {
    const hit = matchLabel(joinText(words.slice(0, end)))?.hits[0];
    if (!hit || hit.weight < SURE) continue;
    return isDateField(hit.field) && readFieldValue(hit.field, joinText(words.slice(end)), 'dmy') !== undefined;
  }
  return false;
}
