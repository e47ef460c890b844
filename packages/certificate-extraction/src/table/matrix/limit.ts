import { isLimit } from '../cell/cell-kind.ts';
import type { Line } from '../segment/segment.ts';

const LIMITS =
  /^(?:spec(?:ification|\.)?s?|requirements?|limits?|limiti|limites|grenzwerte?|spezifikation(?:en)?|especificaci[oó]n(?:es)?|sp[ée]cifications?|standard|required|nominal)\b/i;
const DEMANDED =
  '(?:(?:\\D{0,20}\\s)?(?:req|spec|limit|standard|richiest|soll|exig|norm|order|grenz|anforderung)[\\p{L}.]*\\s)?';
const LOWEST = new RegExp(`^${DEMANDED}min(?:imum|imo|\\.)?$`, 'iu');
const HIGHEST = new RegExp(`^${DEMANDED}(?:max(?:imum|\\.)?|m[áa]x(?:imo|\\.)?|massimo)$`, 'iu');

/** The end of the limits that a row of a matrix names, or both. */
export type LimitEnd = 'low' | 'high' | 'whole';

/** Which end of the limits a row of a matrix names; undefined for a row of results. */
export const findLimit = (label: string): LimitEnd | undefined => {
  if (LOWEST.test(label)) return 'low';
  if (HIGHEST.test(label)) return 'high';
  return LIMITS.test(label) ? 'whole' : undefined;
};

/** True for a line that begins with a word of limits and goes on with a figure. */
export const isLimitsLine = ({ segments }: Line): boolean => {
  const [label, value] = segments;
  return label !== undefined && value !== undefined && findLimit(label.text) !== undefined && /\d/.test(value.text);
};

const FEWEST_LIMITS = 3;

/** True for a line of limits for several tests: a word that says so, and limits behind it. */
export const isLimited = ({ segments: [label, ...others] }: Line): boolean =>
  label !== undefined &&
  findLimit(label.text) === 'whole' &&
  others.filter(({ text }) => isLimit(text)).length >= FEWEST_LIMITS;
