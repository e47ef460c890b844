import { isAnalyte } from '../cell/analyte.ts';
import { toKind } from '../cell/cell-kind.ts';
import { headUnit } from '../head/word.ts';

const ELEMENT =
  /^(?:C|Si|Mn|P|S|Cr|Ni|Mo|Cu|V|Al|N|Ti|Nb|B|Co|As|Sn|W|Ca|Pb|Zr|Fe|Sb|Bi|Zn|Mg|Ta|Cd|Be|Li|Na|K|O|H|Ce|CE|CEV|Ceq|C\.?E\.?|O2|N2|CO2?|H2O?|H2S|SO2|NOx?|CH4|Ar|He|THC|Al\(?t(?:ot)?\)?)$/;
const PROPERTY =
  /\b(?:yield|tensile|elong(?:ation)?|hardness|impact|reduction of area|proof (?:stress|strength)|rm ?\/ ?re|r[mep](?:[hl]|0[.,]2)?|a5|a80|agt|cross sect\w*|weight per|re-?bend|bend(?:ing)? test|charpy|ceq|cev|carbon equivalent|viscosity|density|purity|moisture|turbidity|conductivity|chlorine)\b/i;
/** EN 10168: C00 to C03 name the test piece, the other C what was found on it. */
const RESULT_CODE = /^C(?:0[4-9]|[1-9]\d)(?:\s|$)/;
/** The energy of impact, the temperature of its test behind it: "KV1 -20 °C". */
const IMPACT = /^(?:K[VU]\d?|KCV|CVN|ISO-V)(?:[\s,([+-]|$)/;
/** A name with the unit behind it: "Rm MPa", "ReH (MPa)", "A %". */
const UNIT_BEHIND = /^(.*[^\s,])(?:,\s*|\s+)(\S+)$|^(.*[^\s])\s*[([]([^)\]]+)[)\]]$/;

/** "-20 °C" behind a name is where it was tested. */
const TEMPERATURE = /[\s+-]\d+ ?°[CF]$/;

const JOULE = /^[([]?J[)\]]?$/;

/** The unit that a text is; here J is the unit of impact. */
export const unitAlone = (text: string): string | undefined => (JOULE.test(text.trim()) ? 'J' : headUnit(text));

/** The unit behind a name; undefined where none stands there. */
export const unitOfName = (text: string): string | undefined => {
  const [, , behind, , bracketed] = UNIT_BEHIND.exec(text.trim()) ?? [];
  const unit = bracketed ?? behind;
  if (unit === undefined || toKind(text) !== 'text' || TEMPERATURE.test(text)) return undefined;
  return unitAlone(unit);
};

/** The unit behind a name; "Yield 0.2%" names an offset. */
export const PERCENT = /(?<!\d)\s*%$/;

/** The name without the unit behind it. */
export const withoutUnit = (text: string): string => {
  const [, named, , bracketed] = UNIT_BEHIND.exec(text.trim()) ?? [];
  return unitOfName(text) === undefined ? text.replace(PERCENT, '') : (bracketed ?? named ?? text);
};

const bareName = (text: string): string =>
  withoutUnit(text)
    .replace(/[([{].*$|,? ?%$/g, '')
    .trim();

/** Letters that stand for a property of steel where a unit stands behind them. */
export const SYMBOL = /^(?:A|A ?\d{1,3}|Z|E|K[VU]2?|Agt?)$/;

/** True for the name of a test that matrices hold: an element, a property, an analyte. */
export const isKnown = (text: string): boolean =>
  ELEMENT.test(bareName(text)) ||
  PROPERTY.test(text) ||
  IMPACT.test(text) ||
  RESULT_CODE.test(text) ||
  isAnalyte(bareName(text)) ||
  (SYMBOL.test(bareName(text)) && unitOfName(text) !== undefined);
