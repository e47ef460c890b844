import type { Ruling } from '../../page.ts';
import { type Component, findComponents } from '../pixel/component.ts';
import { type Gray, turnQuarters, wipe } from '../pixel/gray.ts';
import { toInk } from '../pixel/ink.ts';
import { chain, turnedFrom } from '../pixel/mapping.ts';
import { type Mapping, resample, straightening } from '../pixel/resample.ts';
import { brokenRules } from './broken-rule.ts';
import { type Direction, toDirection } from './direction.ts';
import { flattenLight } from './light.ts';
import { takeOutRulings } from './ruling-line.ts';
import { cutOutSheet } from './sheet.ts';
import { findSigns, type Sign } from './sign.ts';
import { findTextRuns, type TextRun, usualHeight } from './text-run.ts';
import { whitenTints } from './tint.ts';

/** A page ready for recognition: upright, level, black on white, without lines. Boxes are in its pixels. */
export type CleanPage = {
  picture: Gray;
  /** Pixels of `picture` in an inch. */
  dpi: number;
  /** From the pixels of `picture` to those of the picture that was cleaned. */
  from: Mapping;
  rulings: readonly Ruling[];
  runs: readonly TextRun[];
  components: readonly Component[];
  /** Signs of two parts, already wiped out of `picture`. */
  signs: readonly Sign[];
};

/** Pixels in an inch: below the first letters are made larger, above the second smaller. */
const LEAST_DPI = 270;
const MOST_DPI = 330;
const GOOD_DPI = 300;
const MOST_GROWTH = 3;
/** Lines that rise less than this over the page's width are level enough. */
const LEVEL = 0.0006;
/** The mean height of letters on a printed page in inches, capitals and small letters together. */
const LETTER = 0.075;
const LONG_SIDE = 11.3;

/** Cleans a scanned or photographed page. `dpi` is null where nobody knows it. */
export function cleanPage(source: Gray, dpi: number | null): CleanPage {
  const upright = uprightPage(source, dpi);
  const picture = upright.picture === source ? { ...source, data: source.data.slice() } : upright.picture;
  whitenTints(picture, upright.dpi);
  const ink = toInk(picture);
  const rulings = takeOutRulings(picture, ink, upright.dpi);
  const inside = findComponents(ink).filter((box) => !touchesEdge(box, picture));
  const remains = brokenRules(inside, usualHeight(inside, upright.dpi));
  wipe(picture, remains, 1);
  const patches = inside.filter((box) => !remains.has(box));
  const signs = findSigns(patches, ink);
  wipe(picture, signs, 2);
  const components = patches.filter((box) => !signs.some((sign) => isWithin(box, sign)));
  return {
    picture,
    dpi: upright.dpi,
    from: upright.from,
    rulings,
    signs,
    components,
    runs: findTextRuns(components, upright.dpi),
  };
}

type Upright = { picture: Gray; dpi: number; from: Mapping };

/** The sheet alone, evenly lit, upright and level, in a size that recognition likes. */
function uprightPage(source: Gray, dpi: number | null): Upright {
  const { picture: sheet, from } = cutOutSheet(source);
  const guess = dpi ?? Math.max(sheet.width, sheet.height) / LONG_SIDE;
  const flat = flattenLight(sheet, guess);
  const letters = findComponents(toInk(flat)).filter((box) => isLetter(box, guess));
  const upright = setUpright(flat, toDirection(letters), dpi ?? knownDpi(letters, guess));
  return { ...upright, from: chain(upright.from, from) };
}

function isLetter(box: Component, dpi: number): boolean {
  const sides = [box.x1 - box.x0, box.y1 - box.y0];
  const longer = Math.max(...sides);
  return longer >= Math.max(5, 0.03 * dpi) && longer < 0.4 * dpi && Math.min(...sides) >= 2;
}

/** The resolution of a picture that does not state it: of a whole page, unless its letters say something quite different. */
function knownDpi(letters: readonly Component[], guess: number): number {
  const sizes = letters.map((box) => Math.max(box.x1 - box.x0, box.y1 - box.y0)).sort((one, other) => one - other);
  const byLetters = (sizes[sizes.length >> 1] ?? LETTER * guess) / LETTER;
  return guess / byLetters > 2 || guess / byLetters < 0.5 ? byLetters : guess;
}

function setUpright(picture: Gray, { quarters, slope }: Direction, dpi: number): Upright {
  const turned = turnQuarters(picture, quarters);
  const factor = dpi >= LEAST_DPI && dpi <= MOST_DPI ? 1 : Math.min(MOST_GROWTH, GOOD_DPI / dpi);
  const isLevel = Math.abs(slope) <= LEVEL && factor === 1;
  const back = turnedFrom(quarters, picture);
  if (isLevel) return { picture: turned, dpi: dpi * factor, from: back };
  const { size, mapping } = straightening(turned, slope, factor);
  return { picture: resample(turned, size, mapping), dpi: dpi * factor, from: chain(mapping, back) };
}

function isWithin(box: Component, sign: Sign): boolean {
  return box.x0 >= sign.x0 && box.x1 <= sign.x1 && box.y0 >= sign.y0 && box.y1 <= sign.y1;
}

function touchesEdge(box: Component, { width, height }: Gray): boolean {
  return box.x0 <= 0 || box.y0 <= 0 || box.x1 >= width || box.y1 >= height;
}
