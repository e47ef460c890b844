import { middleX, middleY } from '../../measure.ts';
import type { Component } from '../pixel/component.ts';

/**
 * What is left of a rule, in shares of the letter height: how thick a speck is at most, how far specks stray from their
 * line, how far apart they stand, how long the row is, and of how many specks.
 */
type Kind = { thick: number; stray: number; gap: number; length: number; count: number };

const DENSE: Kind = { thick: 0.25, stray: 0.14, gap: 0.6, length: 4, count: 8 };
/** Specks that stand clear of letters may be sparser. */
const SPARSE: Kind = { thick: 0.2, stray: 0.1, gap: 2.5, length: 8, count: 8 };
/** How far around a letter a speck may be a part of it: its dot or accent above, a mark beside it. */
const REACH = { above: 0.45, beside: 0.8, below: 0.1 };

/**
 * The patches that are remains of rules, level or upright: dotted and dashed ones, leaders of dots, pale lines that a
 * fax machine broke up. `usual` is the height of letters in pixels.
 */
export function brokenRules(components: readonly Component[], usual: number): Set<Component> {
  const specks = components.filter((box) => isSpeck(box, usual));
  const free = removeNear(
    specks,
    components.filter((box) => box.y1 - box.y0 > 0.55 * usual && box.y1 - box.y0 < 4 * usual),
    usual,
  );
  return new Set([
    ...readRows(specks.map(levelMark), DENSE, usual),
    ...readRows(specks.map(uprightMark), { ...DENSE, length: 3, count: 6 }, usual),
    ...readRows(free.map(levelMark), SPARSE, usual),
    ...readRows(free.map(uprightMark), { ...SPARSE, gap: 1 }, usual),
  ]);
}

/** A patch seen along a line: from where to where it reaches, where it lies across, and how thick it is. */
type Mark = { patch: Component; from: number; to: number; across: number; thick: number };

const levelMark = (patch: Component): Mark => ({
  patch,
  from: patch.x0,
  to: patch.x1,
  across: middleY(patch),
  thick: patch.y1 - patch.y0,
});

const uprightMark = (patch: Component): Mark => ({
  patch,
  from: patch.y0,
  to: patch.y1,
  across: middleX(patch),
  thick: patch.x1 - patch.x0,
});

function isSpeck({ x0, y0, x1, y1 }: Component, usual: number): boolean {
  return Math.min(x1 - x0, y1 - y0) <= DENSE.thick * usual && Math.max(x1 - x0, y1 - y0) <= 2 * usual;
}

function readRows(marks: readonly Mark[], kind: Kind, usual: number): Component[] {
  const width = Math.max(3, 2 * kind.stray * usual);
  const thin = marks.filter(({ thick }) => thick <= kind.thick * usual);
  return [0, 0.5].flatMap((shift) => {
    const groups = Map.groupBy(thin, ({ across }) => Math.floor(across / width + shift));
    return [...groups.values()].flatMap((group) => findChains(group, kind, usual)).map(({ patch }) => patch);
  });
}

/** The marks of a strip that make rows which are long enough. */
function findChains(group: readonly Mark[], { gap, length, count }: Kind, usual: number): Mark[] {
  const chains: Mark[][] = [];
  let reach = -Infinity;
  for (const mark of [...group].sort((one, other) => one.from - other.from)) {
    if (mark.from > reach + gap * usual) chains.push([]);
    chains.at(-1)?.push(mark);
    reach = Math.max(reach, mark.to);
  }
  const measureLength = (chain: readonly Mark[]): number => (chain.at(-1)?.to ?? 0) - (chain[0]?.from ?? 0);
  return chains.filter((chain) => chain.length >= count && measureLength(chain) >= length * usual).flat();
}

/** The specks that are no part of a letter and no mark beside one. */
function removeNear(specks: readonly Component[], letters: readonly Component[], usual: number): Component[] {
  const groups = new Map<number, Component[]>();
  for (const letter of letters)
    for (let group = Math.floor(letter.y0 / usual) - 1; group <= Math.floor(letter.y1 / usual) + 1; group++)
      groups.set(group, [...(groups.get(group) ?? []), letter]);
  const isPart = (speck: Component, letter: Component): boolean =>
    speck.x1 > letter.x0 - REACH.beside * usual &&
    speck.x0 < letter.x1 + REACH.beside * usual &&
    middleY(speck) > letter.y0 - REACH.above * usual &&
    middleY(speck) < letter.y1 + REACH.below * usual;
  return specks.filter(
    (speck) => !(groups.get(Math.floor(middleY(speck) / usual)) ?? []).some((letter) => isPart(speck, letter)),
  );
}
